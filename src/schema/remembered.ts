/**
 * Memoises a function by an object. The result lives as long as that object.
 * @param about - gives the object to cache by, from the first argument
 */
export function remembered<One, Further extends readonly unknown[], Made>(
  make: (one: One, ...further: Further) => Made,
  about: (one: One) => object,
): (one: One, ...further: Further) => Made {
  const known = new WeakMap<object, Made>();
  return (one, ...further) => {
    const object = about(one);
    if (!known.has(object)) known.set(object, make(one, ...further));
    return known.get(object) as Made;
  };
}
