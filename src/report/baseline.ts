import type { CheckResult, Waived } from '../conformance/result.ts';
import { forgeriesTakingTurns } from '../harness/forgeries.ts';
import { turnOf } from '../harness/turns.ts';
import { grouped } from '../schema/grouped.ts';
import { generalPointer } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import type { Entry } from './document.ts';
import { type Headline, headlineOfFields } from './headline.ts';
import { checksIn, found, type ReportDeviation, type Results, type Sighting } from './problems.ts';
import { few } from './words.ts';

export interface Baseline extends RunSettings {
  readonly deviations: readonly (KnownDeviation & { readonly state: DeviationState })[];
}

export function baselineOf(earlier: RunSettings & Results, later: Later): Baseline {
  return sinceBaseline({ ...settingsOf(earlier), deviations: deviationsIn(earlier) }, later);
}

type Earlier = RandomSettings & { readonly deviations: readonly KnownDeviation[] };
type Later = RandomSettings & Pick<Results, 'results'>;

export function sinceBaseline(earlier: RunSettings & Earlier, later: Later): Baseline {
  const stateOf = statesIn(earlier, later);
  return { ...earlier, deviations: earlier.deviations.map((one) => ({ ...one, state: stateOf(one) })) };
}

export function unfixedIn({ deviations }: Baseline): number {
  return deviations.filter(({ state }) => state !== 'fixed').length;
}

/** A run, and the settings that a comparison with another run must consider. */
export interface RunSettings {
  readonly startedAt: string;
  readonly target: string;
  readonly suite: { readonly version: string; readonly description: string };
  readonly seed: number;
  /** The number of random values of each kind (`--runs`). */
  readonly runs: number;
  readonly only?: string | undefined;
  readonly shard?: string | undefined;
}

export function settingsOf({ startedAt, target, suite, seed, runs, only, shard }: RunSettings): RunSettings {
  return {
    ...{ startedAt, target, seed, runs },
    suite: { version: suite.version, description: suite.description },
    ...(only === undefined ? {} : { only }),
    ...(shard === undefined ? {} : { shard }),
  };
}

type Setting = readonly [what: string, of: (run: RunSettings) => string | undefined];

export const commonSettings: readonly Setting[] = [
  ['the target', ({ target }) => target],
  ['the version of case-conformance', ({ suite }) => suite.version],
  ['the digest of the interface description', ({ suite }) => suite.description.slice(0, 12)],
  ['--only', ({ only }) => only],
];

const compared: readonly Setting[] = [...commonSettings, ['--shard', ({ shard }) => shard]];

type RandomSettings = Pick<RunSettings, 'seed' | 'runs'>;

type Drawn = 'at random' | 'in turn';

function triesSameValues(before: RandomSettings, after: RandomSettings, drawn: Drawn): boolean {
  return drawn === 'in turn'
    ? turnOf(after) === turnOf(before)
    : after.seed === before.seed && after.runs >= before.runs;
}

export function differencesBetween(before: RunSettings, after: RunSettings): string[] {
  return compared.flatMap(([what, of]) => {
    const [one, other] = [of(before), of(after)];
    return one === other ? [] : [`${what} (${one ?? 'none'}, then ${other ?? 'none'})`];
  });
}

export interface KnownDeviation
  extends Pick<ReportDeviation, 'requirement' | 'pointer' | 'headline' | 'checks'>,
    Partial<Pick<Headline, 'pattern' | 'variant'>> {
  readonly fingerprint: string;
  readonly operation: OperationId;
  /** Set if the seed selected the value that showed the deviation. A run with another seed may not find it. */
  readonly drawn?: Drawn;
  readonly waived?: Waived;
}

/** An entry for each group of deviations with one pattern, such as fields that are wrong in the same way. */
export function knownEntries(deviations: readonly KnownDeviation[]): Entry[] {
  return grouped(deviations, keyOf).map((all) => {
    const [{ requirement, headline, pattern = headline, variant = '', waived }] = all;
    const [operation = '', ...others] = new Set(all.map((one) => one.operation));
    const checks = new Set(all.flatMap((one) => one.checks));
    const [, ...variants] = new Set(all.map((one) => one.variant ?? ''));
    const isOfFields = isOfField(all[0]) && variants.length > 0;
    const ofOne = others.length === 0 ? headline : pattern.replace('…', () => variant);
    const also = isOfFields ? [] : variants;
    const terms = waived === undefined ? '' : `; waived until ${waived.until}: ${waived.reason}`;
    return {
      words: `${isOfFields ? headlineOfFields(pattern, [variant, ...variants]) : ofOne}.`,
      details: [
        ...(also.length === 0 ? [] : [`Also: ${few(also)}.`]),
        `${requirement}, ${[operation, ...others].join(', ')}, shown by ${few([...checks], 1)}${terms}`,
      ],
    };
  });
}

/** Fields that are wrong in the same way are one entry, even if they break different requirements. */
function keyOf(one: KnownDeviation): string {
  const { requirement, headline, pattern = headline } = one;
  return isOfField(one) ? pattern : `${requirement} ${pattern}`;
}

function isOfField({ pointer, variant }: KnownDeviation): boolean {
  return pointer !== '' && variant === pointer;
}

/** Whether a later run still shows a deviation. `fixed` only if the later run repeated the requests that showed it. */
export type DeviationState = 'still-failing' | 'fixed' | 'not-tested';

export function deviationsIn(report: Results): KnownDeviation[] {
  const all = found(
    report,
    ({ fingerprint }) => fingerprint,
    () => true,
  );
  return all.map(({ headline, pattern, variant, findings }) => {
    const [{ fingerprint, requirement, check, pointer, waived }] = findings;
    const isWaived = findings.every((one) => one.waived !== undefined);
    return {
      ...{ fingerprint, requirement, operation: check.operation, pointer: generalPointer(pointer), headline },
      ...(variant !== '' && pattern.includes('…') ? { pattern, variant } : {}),
      checks: checksIn(findings),
      ...drawnIn(findings.map(drawnBy)),
      ...(isWaived && waived !== undefined ? { waived } : {}),
    };
  });
}

function drawnIn(all: readonly (Drawn | undefined)[]): { readonly drawn?: Drawn } {
  const drawn = all.includes('at random') ? 'at random' : all[0];
  return all.includes(undefined) || drawn === undefined ? {} : { drawn };
}

function drawnBy({ path, shown, way, check }: Sighting): Drawn | undefined {
  if (path !== undefined) return 'at random';
  const { credentials = '' } = shown?.request ?? {};
  const isInTurn = check.isSeeded === true || forgeriesTakingTurns.has(credentials) || way !== undefined;
  return isInTurn ? 'in turn' : undefined;
}

export function statesIn(before: Earlier, after: Later): (deviation: KnownDeviation) => DeviationState {
  const { results } = after;
  const later = new Set(results.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint)));
  const earlier = new Set(before.deviations.map(({ fingerprint }) => fingerprint));
  const byId = new Map(results.map((result) => [result.id, result]));
  return ({ fingerprint, pointer, checks, drawn }) => {
    if (later.has(fingerprint)) return 'still-failing';
    if (drawn !== undefined && !triesSameValues(before, after, drawn)) return 'not-tested';
    const isFixed = checks.every((id) => {
      const result = byId.get(id);
      return result !== undefined && result.remedies.length === 0 && !mayHide(result, pointer, earlier);
    });
    return isFixed ? 'fixed' : 'not-tested';
  };
}

/**
 * A new finding at a parent of `pointer`, such as an array that is now a string, may keep the check from reading
 * `pointer`.
 */
function mayHide({ findings }: CheckResult, pointer: string, earlier: ReadonlySet<string>): boolean {
  return findings.some((finding) => {
    return !earlier.has(finding.fingerprint) && pointer.startsWith(`${generalPointer(finding.pointer)}/`);
  });
}
