/**
 * Counts by shape, place and value, such as `{"Sale TA6_4th": {"/TA6/listingGrade": {"": 2, "'grade II'":
 * 1}}}`. An empty name counts the shape or the place itself. A place without counted values is just a number.
 */
export type CoverageTree = Readonly<Record<string, Readonly<Record<string, number | Counts>>>>;

type Counts = Readonly<Record<string, number>>;

export function treeOf(counts: Counts): CoverageTree {
  const shapes = new Map<string, Map<string, number | Counts>>();
  for (const [name, count] of Object.entries(counts)) {
    const { shape, place, value } = partsOf(name);
    const places = shapes.get(shape) ?? new Map<string, number | Counts>();
    shapes.set(shape, places);
    const known = places.get(place) ?? {};
    const isAlone = value === '' && !places.has(place);
    places.set(
      place,
      isAlone ? count : { ...(typeof known === 'number' ? { '': known } : known), [value]: count },
    );
  }
  return Object.fromEntries([...shapes].map(([shape, places]) => [shape, Object.fromEntries(places)]));
}

export function countsIn(tree: CoverageTree): Counts {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([shape, places]) =>
      Object.entries(places).flatMap(([place, counted]) =>
        Object.entries(typeof counted === 'number' ? { '': counted } : counted).map(([value, count]) => [
          [shape, place, value].filter((part) => part !== '').join(' '),
          count,
        ]),
      ),
    ),
  );
}

function partsOf(name: string): { shape: string; place: string; value: string } {
  const [, shape = '', place = '', value = ''] =
    /^([^/]*?)(?:(?:^| )(\/.*?))?(?: ('.*'))?$/s.exec(name) ?? [];
  return { shape, place, value };
}
