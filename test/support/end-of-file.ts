const ends: (() => Promise<unknown>)[] = [];

/**
 * Calls `end` after the last test of the present file, for example to close a server that concurrent tests share. Files
 * share their modules, so an `afterAll` in a module would run only for the first file.
 */
export function atEndOfFile(end: () => Promise<unknown>): void {
  ends.push(end);
}

export async function endFile(): Promise<void> {
  await Promise.all(ends.splice(0).map((end) => end()));
}
