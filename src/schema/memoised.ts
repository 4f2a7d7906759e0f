/**
 * Memoises a function in a WeakMap. Only the first argument is the key: further arguments must not change the result.
 * @param keyOf - gives the object to use as key, from the first argument
 */
export function memoised<One, Further extends readonly unknown[], Made>(
  make: (one: One, ...further: Further) => Made,
  keyOf: (one: One) => object,
): (one: One, ...further: Further) => Made {
  const known = new WeakMap<object, Made>();
  return (one, ...further) => {
    const object = keyOf(one);
    if (!known.has(object)) known.set(object, make(one, ...further));
    return known.get(object) as Made;
  };
}
