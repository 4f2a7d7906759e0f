import { kindInWords } from '../../src/conformance/check-result.ts';
import type { CheckResult, ReportedDeviation, RunResult } from '../../src/conformance/result.ts';

/**
 * What a run found, sorted: findings with fingerprints, checks that were not decided, and clients that were not
 * restored.
 */
export function foundIn({ results, putBack }: RunResult): string[] {
  return sorted([
    ...results.flatMap((result) => foundByOne(result).map((item) => `${result.id} ${item}`)),
    ...putBack.flatMap(({ kind }) => (kind === 'put-back' ? [] : [`client ${kind}`])),
  ]);
}

/** Like `foundIn`, with the number of observations for each requirement. */
export function foundAndObservedIn(result: RunResult): string[] {
  const observed = Map.groupBy(result.observations, ({ id }) => id.split(':')[0]);
  return [...foundIn(result), ...[...observed].map(([row, all]) => `observed ${row} ×${all.length}`)];
}

export function foundBy({ results }: RunResult): [check: string, items: string[]][] {
  const counted = (items: readonly string[]): string[] =>
    sorted([...Map.groupBy(items, (item) => item)].map(([item, all]) => `${item} ×${all.length}`));
  return results
    .filter(({ findings }) => findings.length > 0)
    .map(({ id, findings }) => [id, counted(findings.map(itemOf))]);
}

function foundByOne({ verdict, reason, findings, advisories = [] }: CheckResult): string[] {
  return [
    ...(verdict === 'inconclusive' ? [`undecided ${reason}`] : []),
    ...findings.map(itemOf),
    ...advisories.map((one) => `advises ${itemOf(one)}`),
  ];
}

function itemOf(one: ReportedDeviation): string {
  const { requirement, pointer, kind, fingerprint } = one;
  const what = kind === undefined ? '-' : kindInWords(one).replaceAll(' ', '-');
  return `${requirement} ${pointer === '' ? '-' : pointer} ${what} ${fingerprint.slice(0, 8)}`;
}

function sorted(items: readonly string[]): string[] {
  return [...new Set(items)].sort();
}
