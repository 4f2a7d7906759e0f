/**
 * Memoises a function: for an object as long as the object lives, for any other value for ever.
 * @param keyOf - gives the key; by default the first argument. Further arguments are no part of the key and must not
 * change the result
 */
export function memoised<One, Further extends readonly unknown[], Made>(
  make: (one: One, ...further: Further) => Made,
  keyOf: (one: One) => unknown = (one) => one,
): (one: One, ...further: Further) => Made {
  const ofObjects = new WeakMap<object, Made>();
  const ofOthers = new Map<unknown, Made>();
  return (one, ...further) => {
    const key = keyOf(one);
    const known = (key === Object(key) ? ofObjects : ofOthers) as Map<unknown, Made>;
    if (!known.has(key)) known.set(key, make(one, ...further));
    return known.get(key) as Made;
  };
}
