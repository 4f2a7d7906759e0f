/**
 * The function, with what it makes kept with an object as long as that is held: of the same object, it is made once.
 * @param about - the object, of what is given first
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
