import type { Conclusion } from '../acceptance/conclusion.ts';
import type { Coverage, Decided } from '../conformance/coverage.ts';
import type { Line } from './document.ts';
import type { List, ListId } from './lists.ts';
import { outcomeCounts } from './outcomes.ts';
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

const enoughTested = 0.5;

export function conclusionInWords(report: Report, problems: number, lists: readonly List[]): string {
  const { conclusion, baseline, results, waived } = report;
  const verdict = verdictInWords(report);
  const what = plural(problems, baseline === undefined ? 'problem' : 'new problem');
  const counts = `${what}, found by ${outcomeCounts(results).failed} of ${plural(results.length, 'check')}.`;
  const lengthOf = (wanted: ListId): number => lists.find(({ id }) => id === wanted)?.entries.length ?? 0;
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

const maxUntestedNamed = 3;

export function testedInWords(
  { conclusion, decided, decidable, coverage }: Report,
  lists: readonly List[],
): string {
  const { inMode, requirements } = coverage;
  const partly = requirements.filter(({ state }) => state === 'partly').length;
  const open = requirements.filter(({ state }) => state === 'partly' || state === 'inconclusive');
  const isNamed = open.length > 0 && open.length <= maxUntestedNamed && open.length === decidable - decided;
  // The conclusion of a conformant run already has these numbers.
  const isSaid = conclusion === 'conformant' && decided < decidable;
  return [
    ...(isSaid
      ? []
      : [`${decided} of ${decidable} requirements tested${partly === 0 ? '' : `, ${partly} more in part`}.`]),
    ...(!isSaid || partly === 0 ? [] : [`${partly} more in part.`]),
    ...(isNamed ? [`Not fully tested: ${open.map(({ id }) => id).join(', ')}.`] : []),
    ...(inMode.decidable === decidable
      ? []
      : [`With these writes, at most ${inMode.decidable} can be tested.`]),
    ...mostUndecided(lists),
  ].join(' ');
}

const fewUndecided = 5;

/** Names the remedy that would decide more than half of many undecided checks, if there are other remedies. */
function mostUndecided(lists: readonly List[]): string[] {
  const entries = lists.find(({ id }) => id === 'undecided')?.entries ?? [];
  const counts = entries.map(({ names = [] }) => names.length);
  const most = Math.max(...counts);
  const { words, problem } = entries[counts.indexOf(most)] ?? {};
  const all = counts.reduce((sum, count) => sum + count, 0);
  const isFew = entries.length < 2 || all < fewUndecided || most <= all / 2;
  const what = problem === undefined ? `one thing. ${words}` : `problem ${problem}.`;
  return isFew ? [] : [`${most} of ${all} undecided checks wait for ${what}`];
}

export function recordedInWords({
  baseUrls,
  exchanges,
  judged,
  undecided,
  leftAlone,
}: NonNullable<Report['recorded']>): string {
  const reasons = Object.entries(undecided).map(([why, number]) => `${number} ${why}`);
  const open = reasons.length === 0 ? '' : ` not decided (${reasons.join(', ')}),`;
  const places = baseUrls.length === 0 ? '' : ` of ${baseUrls.join(', ')}`;
  return `${plural(exchanges, 'exchange')}${places}: ${judged} judged,${open} ${leftAlone} ignored`;
}

const unverified =
  'The certificate of the target was not verified (insecureTls): anyone on the network path could have answered and read the tokens.';

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

/** Lines that name once what many checks lack, such as a token or a client. Each check also names its own remedy. */
function untested({ conclusion, results, absentClients = [] }: Report): Line[] {
  const remedies = results.flatMap((result) => result.remedies);
  const refused = remedies.flatMap(({ reason, about = '' }) =>
    reason === 'token-refused' && /^tokens\.(restricted|outsider)$/.test(about) ? about : [],
  );
  const what = [
    ...(absentClients.length === 0 ? [] : [`changes of ${few(absentClients)}, unknown to the target (404)`]),
    ...(refused.length === 0 ? [] : [`what needs ${inList([...new Set(refused)])}, refused as invalid`]),
  ];
  const gate = conclusion === 'conformant' ? ' --fail-on inconclusive fails such a run.' : '';
  return what.length === 0 ? [] : [{ words: `Not tested: ${what.join('; ')}.${gate}`, emphasis: 'yellow' }];
}

/** "No deviations" instead of "Conformant" if some requirements were not tested. */
export function briefVerdict({
  conclusion,
  decided,
  decidable,
}: Decided & Pick<Report, 'conclusion'>): string {
  return conclusion === 'conformant' && decided < decidable
    ? 'No deviations.'
    : conclusions[conclusion].words;
}

function verdictInWords(report: Report): string {
  const { conclusion, only, shard, recorded } = report;
  const { decided, decidable } = recorded === undefined ? report : decidedByRecording(report);
  const verdict = briefVerdict({ conclusion, decided, decidable });
  if (conclusion !== 'conformant' || decided === decidable) return verdict;
  const which = recorded === undefined ? '' : ' that a recording can decide';
  const tested = `${decided} of ${decidable} requirements${which} ${decided === 1 ? 'was' : 'were'} tested.`;
  const isNarrowed = only !== undefined || shard !== undefined;
  return isNarrowed || decided >= enoughTested * decidable
    ? `${verdict} ${tested}`
    : `No deviations, but only ${tested}`;
}

function decidedByRecording({ coverage, decided, results }: Report): Decided {
  const cited = new Set(results.flatMap(({ requirements }) => requirements));
  const decidable = coverage.requirements.filter(({ id, state }) => cited.has(id) && isTested(state));
  return { decided, decidable: decidable.length };
}

function isTested(state: Coverage['requirements'][number]['state']): boolean {
  return ['pass', 'fail', 'partly', 'inconclusive'].includes(state);
}
