import fc from 'fast-check';

export function patchSequences(
  values: Readonly<Record<string, readonly unknown[]>>,
  maxChanges: number,
): fc.Arbitrary<readonly Readonly<Record<string, unknown>>[]> {
  const fields = Object.entries(values).map(([field, some]) => {
    // Each change has half of the fields. With nearly all fields each time, omission would hardly be tested.
    return [field, fc.option(fc.constantFrom(...some), { freq: 2, nil: undefined })] as const;
  });
  const change = fc
    .record(Object.fromEntries(fields))
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
  return fc.array(change, { minLength: 1, maxLength: maxChanges });
}
