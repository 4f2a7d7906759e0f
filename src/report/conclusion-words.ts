import { isNew } from '../acceptance/accepted.ts';
import type { Conclusion } from '../acceptance/conclusion.ts';
import type { Coverage, Decided } from '../conformance/coverage.ts';
import type { CheckResult } from '../conformance/result.ts';
import type { Line } from './document.ts';
import type { List } from './lists.ts';
import type { Report } from './report.ts';
import { counted, few, inList, plural } from './words.ts';

export const conclusions: Readonly<Record<Conclusion, Required<Line>>> = {
  conformant: { words: 'Conformant.', emphasis: 'green' },
  deviates: { words: 'Not conformant.', emphasis: 'red' },
  'nothing-new': { words: 'Not conformant, but nothing is new since the baseline.', emphasis: 'yellow' },
  'not-accepted': { words: 'Not accepted: no deviations, but there are objections.', emphasis: 'red' },
  'not-tested': { words: 'Not tested: nothing can be concluded.', emphasis: 'yellow' },
  'suite-broke': { words: 'The suite broke: nothing can be concluded.', emphasis: 'red' },
};

/**
 * If less than this share of the requirements was tested, the report says that a run without deviations proves little.
 */
const littleTested = 0.5;

/** The conclusion in one sentence, with the number of problems, and of deviations that do not count (waived, known). */
export function conclusionInWords(report: Report, problems: number, lists: readonly List[]): string {
  const { conclusion, baseline, results, waived } = report;
  const verdict = verdictInWords(report);
  const what = plural(problems, baseline === undefined ? 'problem' : 'new problem');
  const counts = `${what}, found by ${failedOf(results)} of ${plural(results.length, 'check')}.`;
  const lengthOf = (wanted: string): number => lists.find(({ id }) => id === wanted)?.entries.length ?? 0;
  const notCounted = counted([
    [waived, 'waived'],
    [lengthOf('still-failing'), 'as in the baseline'],
    [lengthOf('not-tested'), 'of the baseline not tested'],
  ]);
  return [
    ...(conclusion === 'deviates'
      ? [`${verdict.replace(/\.$/, '')}: ${counts}`]
      : [verdict, ...(problems === 0 ? [] : [counts])]),
    ...(notCounted === '' ? [] : [`Not counted: ${notCounted}.`]),
  ].join(' ');
}

/** The number of checks with deviations that neither a waiver nor the baseline accepts. */
export function failedOf(results: readonly CheckResult[]): number {
  return results.filter(({ findings }) => findings.some(isNew)).length;
}

/** The maximum number of untested requirements to name. */
const mostNotTested = 3;

/** Sentences on how many requirements were tested. */
export function testedInWords({ conclusion, decided, decidable, coverage }: Report): string {
  const { inMode, requirements } = coverage;
  const partly = requirements.filter(({ state }) => state === 'partly').length;
  const open = requirements.filter(({ state }) => state === 'partly' || state === 'inconclusive');
  const isNamed = open.length > 0 && open.length <= mostNotTested && open.length === decidable - decided;
  // For a conformant run, the conclusion already has these numbers.
  const isSaid = conclusion === 'conformant' && decided < decidable;
  return [
    ...(isSaid
      ? []
      : [`${decided} of ${decidable} requirements tested${partly === 0 ? '' : `, ${partly} more in part`}.`]),
    ...(!isSaid || partly === 0 ? [] : [`${partly} more in part.`]),
    ...(isNamed ? [`Not or not wholly tested: ${open.map(({ id }) => id).join(', ')}.`] : []),
    ...(inMode.decidable === decidable
      ? []
      : [`With these writes, at most ${inMode.decidable} can be tested.`]),
  ].join(' ');
}

const unverified =
  'The certificate of the target was not verified (insecureTls): anyone on the way could have answered, and read the tokens.';

/** Notices that limit what the result means, such as a shard or an unverified certificate. */
export function noticesOf(report: Report): Line[] {
  const { shard, insecureTls, inapplicable } = report;
  return [
    ...untested(report),
    ...(shard === undefined
      ? []
      : [{ words: `Shard ${shard} of the run. Join the reports with case-conformance merge.` }]),
    ...(insecureTls === true ? [{ words: unverified, emphasis: 'yellow' } as const] : []),
    ...(inapplicable === undefined
      ? []
      : [{ words: `Not applicable to this description: ${inapplicable.join(', ')}.` }]),
  ];
}

/**
 * Notices of tokens and clients for want of which something was not tested. Every check concerned says so; here each is
 * named once.
 */
function untested({ conclusion, results, absentClients = [] }: Report): Line[] {
  const remedies = results.flatMap((result) => result.remedies);
  const refused = remedies.flatMap(({ reason, remedy }) =>
    reason === 'token-refused' ? (remedy.match(/^tokens\.(?:restricted|outsider)\b/) ?? []) : [],
  );
  const what = [
    ...(absentClients.length === 0 ? [] : [`changes of ${few(absentClients)}, unknown to the target (404)`]),
    ...(refused.length === 0 ? [] : [`what needs ${inList([...new Set(refused)])}, refused as not valid`]),
  ];
  const gate = conclusion === 'conformant' ? ' --fail-on inconclusive fails such a run.' : '';
  return what.length === 0 ? [] : [{ words: `Not tested: ${what.join('; ')}.${gate}`, emphasis: 'yellow' }];
}

function verdictInWords(report: Report): string {
  const { conclusion, only, shard, recorded } = report;
  const { decided, decidable } = recorded === undefined ? report : byRecording(report);
  if (conclusion !== 'conformant' || decided === decidable) return conclusions[conclusion].words;
  const which = recorded === undefined ? '' : ' that a recording can decide';
  const tested = `${decided} of ${decidable} requirements${which} ${decided === 1 ? 'was' : 'were'} tested.`;
  const isNarrowed = only !== undefined || shard !== undefined;
  return isNarrowed || decided >= littleTested * decidable
    ? `No deviations. ${tested}`
    : `No deviations, but only ${tested}`;
}

/** The requirements that a recording can decide: those of checks that support recordings. */
function byRecording({ coverage, decided, results }: Report): Decided {
  const cited = new Set(results.flatMap(({ requirements }) => requirements));
  const decidable = coverage.requirements.filter(({ id, state }) => cited.has(id) && isTested(state));
  return { decided, decidable: decidable.length };
}

function isTested(state: Coverage['requirements'][number]['state']): boolean {
  return ['pass', 'fail', 'partly', 'inconclusive'].includes(state);
}
