import fc from 'fast-check';

/**
 * Sequences of changes. Each change gives some of the fields one of their values.
 * @param values - the possible values of each field
 * @param maxChanges - the maximum length of a sequence
 */
export function patchSequences(
  values: Readonly<Record<string, readonly unknown[]>>,
  maxChanges: number,
): fc.Arbitrary<readonly Readonly<Record<string, unknown>>[]> {
  const fields = Object.entries(values).map(([field, some]) => {
    // Each field is in half of the changes. If nearly all fields were sent each time, omission would hardly be tested.
    return [field, fc.option(fc.constantFrom(...some), { freq: 2, nil: undefined })] as const;
  });
  const change = fc
    .record(Object.fromEntries(fields))
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
  return fc.array(change, { minLength: 1, maxLength: maxChanges });
}
