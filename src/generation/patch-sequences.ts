import fc from 'fast-check';

/**
 * Sequences of changes: each change takes some of the fields, each with one of its values.
 * @param values - for each field, the values that it may be given
 * @param mostChanges - the most changes of one sequence
 */
export function patchSequences(
  values: Readonly<Record<string, readonly unknown[]>>,
  mostChanges: number,
): fc.Arbitrary<readonly Readonly<Record<string, unknown>>[]> {
  const fields = Object.entries(values).map(([field, some]) => {
    // As often left out as not: a change of nearly all fields would say little of what a change leaves out.
    return [field, fc.option(fc.constantFrom(...some), { freq: 2, nil: undefined })] as const;
  });
  const change = fc
    .record(Object.fromEntries(fields))
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
  return fc.array(change, { minLength: 1, maxLength: mostChanges });
}
