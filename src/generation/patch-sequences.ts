import fc from 'fast-check';

/**
 * Sequences of changes: each step takes some of the fields, each with one of its values.
 * @param values - for each field, the values that it may be given
 * @param mostSteps - the most steps of one sequence
 */
export function patchSequences(
  values: Readonly<Record<string, readonly unknown[]>>,
  mostSteps: number,
): fc.Arbitrary<readonly Readonly<Record<string, unknown>>[]> {
  const fields = Object.entries(values).map(([field, some]) => {
    // As often left out as not: a step of nearly all fields would say little of what a change leaves out.
    return [field, fc.option(fc.constantFrom(...some), { freq: 2, nil: undefined })] as const;
  });
  const step = fc
    .record(Object.fromEntries(fields))
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
  return fc.array(step, { minLength: 1, maxLength: mostSteps });
}
