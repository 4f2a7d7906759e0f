/**
 * Counts by shape, place and value, such as `{"Sale TA6_4th": {"/TA6/listingGrade": {"": 2, "'grade II'": 1}}}`. An empty
 * name counts the shape or the place itself; a place without values is a number.
 */
export type CoverageTree = Readonly<Record<string, Readonly<Record<string, number | Counts>>>>;

type Counts = Readonly<Record<string, number>>;

/** Counts by name, such as `Sale TA6_4th /TA6/listingGrade 'grade II'`, as a tree. */
export function treeOf(counts: Counts): CoverageTree {
  const parts = Object.entries(counts).map(([name, count]) => ({ ...partsOf(name), count }));
  return grouped(
    parts,
    ({ shape }) => shape,
    (ofShape) =>
      grouped(
        ofShape,
        ({ place }) => place,
        (ofPlace) => {
          const byValue = Object.fromEntries(ofPlace.map(({ value, count }) => [value, count]));
          return Object.keys(byValue).every((value) => value === '') ? (byValue[''] ?? 0) : byValue;
        },
      ),
  );
}

/** The counts of a tree by name. */
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

function grouped<One, Whole>(
  all: readonly One[],
  keyOf: (one: One) => string,
  wholeOf: (some: readonly One[]) => Whole,
): Readonly<Record<string, Whole>> {
  return Object.fromEntries([...Map.groupBy(all, keyOf)].map(([key, some]) => [key, wholeOf(some)]));
}
