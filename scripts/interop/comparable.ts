import type { Report } from '../../src/report/report.ts';

/** What must be the same in two reports of one run. */
function comparable({ results }: Report): readonly string[] {
  return results
    .map(({ id, verdict, reason, findings }) =>
      JSON.stringify([id, verdict, reason, findings.map(({ fingerprint }) => fingerprint).sort()]),
    )
    .sort();
}

/** Throws if the results differ in id, verdict, reason or fingerprints. */
export function assertSame(what: string, one: Report, other: Report): void {
  const [before, after] = [comparable(one), comparable(other)];
  const different = after.filter((line) => !before.includes(line));
  if (different.length > 0 || before.length !== after.length)
    throw new Error(`${what}: ${different.length} results differ: ${different.slice(0, 3).join(' ')}`);
}
