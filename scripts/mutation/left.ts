import reasons from './left.json' with { type: 'json' };
import { changeOf, lineOf, type Mutant, type MutatedFile } from './report.ts';

const whys = new Map(
  Object.entries(reasons as Readonly<Record<string, readonly string[]>>).flatMap(([why, keys]) =>
    keys.map((key) => [key, why] as const),
  ),
);

/** Why a mutant that survives is left, as `left.json` says; one that nobody looked at has no reason. */
export function whyLeft(file: MutatedFile, mutant: Mutant): string {
  return whys.get(keyOf(file, mutant)) ?? 'Not looked at yet.';
}

/** Identifies a mutant, also when lines are added before it, by its file, the text of its line, and the change. */
export function keyOf(file: MutatedFile, mutant: Mutant): string {
  const [original, replacement] = changeOf(file, mutant);
  return [file.name, lineOf(file, mutant), original, replacement].join(' | ');
}
