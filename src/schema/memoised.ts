/**
 * Memoises a function in a WeakMap.
 * @param keyOf - gives the object to use as key; by default the first argument. Further arguments are no part of the
 * key and must not change the result
 */
export function memoised<One extends object, Further extends readonly unknown[], Made>(
  make: (one: One, ...further: Further) => Made,
  keyOf: (one: One) => object = (one) => one,
): (one: One, ...further: Further) => Made {
  const known = new WeakMap<object, Made>();
  return (one, ...further) => {
    const object = keyOf(one);
    if (!known.has(object)) known.set(object, make(one, ...further));
    return known.get(object) as Made;
  };
}
