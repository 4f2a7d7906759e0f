import type { Report } from '../../src/report/report.ts';

/** The parts of a report that must be equal in two reports of one run: results, and states of the requirements. */
function comparable({ results, coverage }: Report): readonly string[] {
  const states = coverage.requirements.map((one) => JSON.stringify(one));
  const judged = results
    .map(({ id, verdict, reason, findings }) =>
      JSON.stringify([id, verdict, reason, findings.map(({ fingerprint }) => fingerprint).sort()]),
    )
    .sort();
  return [...states, ...judged];
}

export function assertSame(what: string, one: Report, other: Report): void {
  const [before, after] = [comparable(one), comparable(other)];
  const different = after.filter((line) => !before.includes(line));
  if (different.length > 0 || before.length !== after.length)
    throw new Error(`${what}: ${different.length} lines differ: ${different.slice(0, 3).join(' ')}`);
}
