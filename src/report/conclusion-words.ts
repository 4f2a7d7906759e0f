import type { Conclusion } from '../acceptance/conclusion.ts';
import type { Coverage, Decided } from '../conformance/coverage.ts';
import type { Report } from './report.ts';
import { few } from './words.ts';

const words: Readonly<Record<Conclusion, string>> = {
  conformant: 'Conformant.',
  deviates: 'Not conformant.',
  'nothing-new': 'Not conformant, but nothing is new since the baseline.',
  'not-accepted': 'Not accepted: no deviations, but there are objections.',
  'not-tested': 'Not tested: nothing can be concluded.',
  'suite-broke': 'The suite broke: nothing can be concluded.',
};

export const emphases: Readonly<Record<Conclusion, 'green' | 'yellow' | 'red'>> = {
  conformant: 'green',
  deviates: 'red',
  'nothing-new': 'yellow',
  'not-accepted': 'red',
  'not-tested': 'yellow',
  'suite-broke': 'red',
};

/** If a smaller share of the requirements was tested, a run without deviations proves little. */
const littleTested = 0.5;

/**
 * The conclusion of a run in one sentence, followed by sentences about what does not count, and about configured
 * clients and tokens that the target does not know.
 * @param problems - the number of problems in words; empty if there are none
 * @param notCounted - the deviations that do not count, in words; may be empty
 */
export function conclusionInWords(report: Report, problems: string, notCounted: string): string {
  const verdict = verdictInWords(report);
  return [
    ...(report.conclusion === 'deviates'
      ? [`${verdict.replace(/\.$/, '')}: ${problems}.`]
      : [verdict, ...(problems === '' ? [] : [`${problems}.`])]),
    ...(notCounted === '' ? [] : [`Not counted: ${notCounted}.`]),
    ...[absentInWords(report), refusedInWords(report)].filter((sentence) => sentence !== undefined),
  ].join(' ');
}

function absentInWords({ conclusion, absentClients = [] }: Report): string | undefined {
  const { length } = absentClients;
  if (length === 0) return undefined;
  const [clients, are, them] = length === 1 ? ['client', 'is', 'it'] : ['clients', 'are', 'them'];
  const gate = gateInWords(conclusion);
  return `The listed ${clients} ${few(absentClients)} ${are} unknown to the target (404), so no change of ${them} was tested${gate}.`;
}

function gateInWords(conclusion: Conclusion): string {
  return conclusion === 'conformant' ? '; --fail-on inconclusive fails such a run' : '';
}

/** Each check that needs a refused token reports it separately; here the token is named once. */
function refusedInWords({ conclusion, results }: Report): string | undefined {
  const remedies = results.flatMap((result) => result.remedies);
  const refused = remedies.flatMap(({ reason, remedy }) =>
    reason === 'token-refused' ? (remedy.match(/^tokens\.(?:restricted|outsider)\b/) ?? []) : [],
  );
  const tokens = [...new Set(refused)];
  if (tokens.length === 0) return undefined;
  const [are, them] = tokens.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${tokens.join(' and ')} ${are} refused as not valid, so what needs ${them} was not tested${gateInWords(conclusion)}.`;
}

function verdictInWords(report: Report): string {
  const { conclusion, only, shard, recorded } = report;
  const { decided, decidable } = recorded === undefined ? report : byRecording(report);
  if (conclusion !== 'conformant' || decided === decidable) return words[conclusion];
  const which = recorded === undefined ? '' : ' that a recording can decide';
  const tested = `${decided} of ${decidable} requirements${which} ${decided === 1 ? 'was' : 'were'} tested.`;
  const isNarrowed = only !== undefined || shard !== undefined;
  return isNarrowed || decided >= littleTested * decidable
    ? `No deviations. ${tested}`
    : `No deviations, but only ${tested}`;
}

/** For a recording, only requirements that checks of recordings cite can be decided. */
function byRecording({ coverage, decided, results }: Report): Decided {
  const cited = new Set(results.flatMap(({ requirements }) => requirements));
  const decidable = coverage.requirements.filter(({ id, state }) => cited.has(id) && isTested(state));
  return { decided, decidable: decidable.length };
}

function isTested(state: Coverage['requirements'][number]['state']): boolean {
  return ['pass', 'fail', 'partly', 'inconclusive'].includes(state);
}
