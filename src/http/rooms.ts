/** A number of rooms, each for one at a time. */
export interface Rooms {
  /** Waits until a room is free; what it returns leaves it, once. */
  enter(): Promise<() => void>;
}

/** Opens so many rooms. Who comes first enters first. */
export function openRooms(count: number): Rooms {
  let free = count;
  const waiting: (() => void)[] = [];
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    enter: async () => {
      if (free > 0) free -= 1;
      else await new Promise<void>((enter) => waiting.push(enter));
      return leave;
    },
  };
}
