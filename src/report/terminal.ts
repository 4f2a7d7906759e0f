import { chanceInWords } from './chances.ts';
import { againWith, type Commands } from './commands.ts';
import { conclusionInWords, emphases } from './conclusion-words.ts';
import { changed, objections, waived } from './paragraphs/acceptance.ts';
import { advisories } from './paragraphs/advisories.ts';
import { inBaseline, sinceTheBaseline } from './paragraphs/baseline.ts';
import { deviations, repetitionOf } from './paragraphs/deviations.ts';
import { drifted } from './paragraphs/drift.ts';
import { overview } from './paragraphs/overview.ts';
import type { Paint } from './paragraphs/paint.ts';
import { undecided } from './paragraphs/undecided.ts';
import { printable } from './printable.ts';
import type { Report } from './report.ts';
import { plural } from './words.ts';

/**
 * The report for a terminal: operations, deviations, known deviations, undecided checks, changes, advisories and
 * objections, and at the end the conclusion and the next steps.
 */
export function terminalReport(report: Report, paint: Paint, commands: Commands): string {
  const { results, changes = [], suiteFaults } = report;
  const paragraphs = [
    ...deviations(report, paint),
    ...waived(results, paint),
    ...(report.baseline === undefined ? [] : sinceTheBaseline(report.baseline, report, paint)),
    ...undecided(results, paint),
    ...changed(changes, paint),
    ...drifted(report.drift, paint),
    ...advisories(report, paint),
    ...suiteFaults.map(({ check, message }) => suiteFault(check, message, paint)),
    ...objections(report, paint),
  ];
  const ends = [overview(report, paint), conclusion(report, paint, commands)];
  // Without paragraphs the report is kept compact.
  if (paragraphs.length === 0) return `${ends.join('\n')}\n`;
  return `${[ends[0], ...paragraphs, ends[1]].join('\n\n')}\n`;
}

function suiteFault(check: string, message: string, paint: Paint): string {
  return `${paint('red', printable(`The suite itself broke in ${check}: ${message}.`))}\n  This says nothing of the target. Run again with --debug, and report it.`;
}

function conclusion(report: Report, paint: Paint, commands: Commands): string {
  const { coverage, decided, decidable, conclusion, shard } = report;
  const held = coverage.requirements.filter(({ state }) => state === 'partly').length;
  const partly = held === 0 ? '' : `, ${held} more in part`;
  const accepted = `${report.waived === 0 ? '' : `, ${report.waived} waived`}${inBaseline(report.baseline)}`;
  return [
    ...(shard === undefined
      ? []
      : [`Shard ${shard} of the run. Join the reports with case-conformance merge.`]),
    ...(report.recorded === undefined ? [] : [recordedTraffic(report.recorded)]),
    ...(report.insecureTls === true ? [paint('yellow', unverified)] : []),
    ...(report.inapplicable === undefined
      ? []
      : [`Not applicable to this description: ${report.inapplicable.map(printable).join(', ')}.`]),
    figures(report),
    `${paint('bold', `${plural(report.deviations.length, report.baseline === undefined ? 'deviation' : 'new deviation')}${accepted}, ${decided} of ${decidable} decidable requirements decided${partly}${inMode(report)}.`)}`,
    paint(emphases[conclusion], conclusionInWords(report)),
    ...again(report, commands),
  ].join('\n');
}

/**
 * Requirements that are only partly decided because `writes` forbids some checks count as decided here, so the number
 * may be higher.
 */
function inMode({ decidable, coverage: { inMode } }: Report): string {
  return inMode.decidable === decidable
    ? ''
    : `; counting only the checks that writes permits, ${inMode.decided} of ${inMode.decidable}`;
}

/** The counts of requests, exchanges and coverage, in one line. */
function figures({
  requests,
  durationMs,
  seed,
  recorded,
  fieldCoverage,
  observations,
  chances,
}: Report): string {
  const sent = `${plural(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s, seed ${seed}. `;
  const seen = `${fieldCoverage.percent} % field coverage, ${plural(observations.length, 'observation')}.`;
  const chance = chances === undefined || chances.length === 0 ? '' : ` ${chanceInWords(chances)}`;
  return `${recorded === undefined ? sent : ''}${seen}${chance}`;
}

/**
 * The command to repeat the checks that show deviations; it includes the path if a single random value shows the only
 * one.
 */
function again(report: Report, commands: Commands): string[] {
  const { sightings, isPart } = repetitionOf(report);
  if (sightings.length === 0) return [];
  const [first] = sightings;
  const path = sightings.length > 1 || first?.path === undefined ? '' : ` --path ${first.path}`;
  const isRefused = report.objections.some(({ kind }) => kind === 'client-left-changed');
  const what = `Again${isPart ? ', what is explained above' : ''}${isRefused ? ', once restore has ended well' : ''}`;
  const only = sightings.map(({ check }) => ` --only ${check}`).join('');
  return [`${againWith(what, commands)}: ${commands.rerun}${only}${path}`];
}

const unverified =
  'The certificate of the target was not verified (insecureTls): anyone on the way could have answered, and read the tokens.';

function recordedTraffic(recorded: NonNullable<Report['recorded']>): string {
  const { baseUrls, exchanges, judged, undecided, leftAlone } = recorded;
  const reasons = Object.entries(undecided).map(([why, number]) => `${number} ${why}`);
  const open = reasons.length === 0 ? '' : ` not decided (${reasons.join(', ')}),`;
  const places = baseUrls.length === 0 ? '' : ` of ${baseUrls.join(', ')}`;
  return printable(
    `Recorded traffic${places}: nothing was sent. ${plural(exchanges, 'exchange')}: ${judged} judged,${open} ${leftAlone} left alone.`,
  );
}
