import { chanceInWords } from './chances.ts';
import { againWith, type Commands } from './commands.ts';
import { emphases } from './conclusion-words.ts';
import { contradictionIn, driftReasons } from './drift-words.ts';
import { printable } from './printable.ts';
import type { UndecidedCause } from './remedies.ts';
import type { Report } from './report.ts';
import { type KnownGroup, knownIn, type Summary } from './summary.ts';
import { deviations, repetitionOf } from './text/deviations.ts';
import { overview } from './text/overview.ts';
import { type Entry, type Paint, paragraph, sectionText, shortened } from './text/section.ts';
import { changeInWords, plural } from './words.ts';

/** The maximum numbers of entries that are shown of a list, of remedies, and of objections of one kind. */
const shownEntries = 10;
const shownRemedies = 6;
const shownObjections = 5;

/**
 * The report for a terminal: operations, deviations, known deviations, undecided checks, changes, advisories and
 * objections, and at the end the conclusion and the next steps.
 */
export function terminalReport(summary: Summary, paint: Paint, commands: Commands): string {
  const { report, known, undecided, advisories } = summary;
  const listed = (heading: string, entries: readonly Entry[]): string[] =>
    sectionText({ heading, mark: '~', emphasis: 'yellow', entries }, paint, shownEntries);
  const paragraphs = [
    ...deviations(summary, paint),
    ...known.flatMap((group) => knownText(group, paint)),
    ...baselineNotice(summary, paint),
    ...sectionText(
      { heading: 'Not decided', mark: '?', emphasis: 'yellow', entries: undecided.map(undecidedEntry) },
      paint,
      shownRemedies,
    ),
    ...listed(
      'Changed since the lock',
      (report.changes ?? []).map((change) => ({ words: change.id, details: changeInWords(change) })),
    ),
    ...driftText(summary, paint),
    ...listed(
      'Advisories: the documents leave this free, but public standards do not',
      advisories.map(advisoryEntry),
    ),
    ...report.suiteFaults.map(({ check, message }) => suiteFault(check, message, paint)),
    ...objectionsText(summary, paint),
  ];
  const ends = [overview(summary, paint), conclusion(summary, paint, commands)];
  // Without paragraphs the report is kept compact.
  if (paragraphs.length === 0) return `${ends.join('\n')}\n`;
  return `${[ends[0], ...paragraphs, ends[1]].join('\n\n')}\n`;
}

function knownText({ state, heading, entries }: KnownGroup, paint: Paint): string[] {
  const [mark, emphasis] = state === 'fixed' ? (['✓', 'green'] as const) : (['~', 'yellow'] as const);
  const shown = entries.map(({ message, details }) => ({ words: `${message}.`, details }));
  return sectionText({ heading, mark, emphasis, entries: shown }, paint, shownEntries);
}

function baselineNotice({ sinceBaseline }: Summary, paint: Paint): string[] {
  if (sinceBaseline.length === 0) return [];
  const words = `The baseline is of a run that differs in ${sinceBaseline.join(', ')}.`;
  return [paint('yellow', printable(words))];
}

function undecidedEntry({ remedy, reason, checks, ofAccess }: UndecidedCause): Entry {
  const number = plural(checks.length, 'check');
  const access = ofAccess === 0 ? '' : ofAccess === checks.length ? ' on access' : `, ${ofAccess} on access`;
  return { words: remedy, aside: `(${reason}: ${number}${access})` };
}

function advisoryEntry({
  requirement,
  message,
  source,
  exchange,
  times,
}: Summary['advisories'][number]): Entry {
  const often = times === 1 ? '' : `, ${times} times`;
  const place = exchange === undefined ? '' : `, ${exchange.request.method} ${exchange.request.path}${often}`;
  return { words: `${message}.`, details: `${requirement}, said in ${source}${place}` };
}

/** How the served description differs from the agreed one, and which of the two the answers follow. */
function driftText({ report: { drift }, drift: entries }: Summary, paint: Paint): string[] {
  if (drift === undefined) return [];
  if (drift.state === 'not-compared')
    return paragraph(
      'The served description was not compared',
      [`  ${paint('yellow', '~')} ${driftReasons[drift.reason]}`],
      paint,
    );
  const lines = entries.map(
    ({ line, verdict }) =>
      `  ${paint('yellow', '~')} ${printable(line)}\n${paint('dim', `      ${verdict}`)}`,
  );
  const contradiction = contradictionIn(drift);
  return paragraph(
    'The served description, beside the agreed one',
    [...shortened(lines, shownEntries), ...(contradiction === undefined ? [] : [`  ${contradiction}`])],
    paint,
  );
}

function suiteFault(check: string, message: string, paint: Paint): string {
  return `${paint('red', printable(`The suite itself broke in ${check}: ${message}.`))}\n  This says nothing of the target. Run again with --debug, and report it.`;
}

/** The objections: reasons other than deviations why a run fails. */
function objectionsText({ objections }: Summary, paint: Paint): string[] {
  const byKind = [...Map.groupBy(objections, ({ kind }) => kind).values()].flatMap((ofKind) =>
    shortened(
      ofKind.map(({ message }) => `  ${paint('red', '!')} ${printable(message)}`),
      shownObjections,
    ),
  );
  return paragraph('Objections', byKind, paint);
}

function conclusion(summary: Summary, paint: Paint, commands: Commands): string {
  const { report } = summary;
  const { shard, recorded, insecureTls, inapplicable } = report;
  return [
    ...(shard === undefined
      ? []
      : [`Shard ${shard} of the run. Join the reports with case-conformance merge.`]),
    ...(recorded === undefined ? [] : [recordedTraffic(recorded)]),
    ...(insecureTls === true ? [paint('yellow', unverified)] : []),
    ...(inapplicable === undefined
      ? []
      : [`Not applicable to this description: ${inapplicable.map(printable).join(', ')}.`]),
    figures(report),
    paint('bold', decided(summary)),
    paint(emphases[report.conclusion], summary.conclusion),
    ...again(summary, commands),
  ].join('\n');
}

/**
 * The counts of deviations and of decided requirements. Requirements that are only partly decided because `writes`
 * forbids some checks count as decided in the second number, so it may be higher.
 */
function decided({ report, known, partlyDecided }: Summary): string {
  const { deviations, baseline, waived, decidable, coverage } = report;
  const { inMode } = coverage;
  const clauses = [
    plural(deviations.length, baseline === undefined ? 'deviation' : 'new deviation'),
    ...clause(waived, 'waived'),
    ...clause(knownIn(known, 'still-failing'), 'as in the baseline'),
    ...clause(knownIn(known, 'not-tested'), 'of the baseline not tested'),
    `${report.decided} of ${decidable} decidable requirements decided`,
    ...clause(partlyDecided, 'more in part'),
  ].join(', ');
  return inMode.decidable === decidable
    ? `${clauses}.`
    : `${clauses}; counting only the checks that writes permits, ${inMode.decided} of ${inMode.decidable}.`;
}

function clause(number: number, words: string): string[] {
  return number === 0 ? [] : [`${number} ${words}`];
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

/** The command to repeat the checks that show deviations. */
function again(summary: Summary, commands: Commands): string[] {
  const { checks, path, isPart } = repetitionOf(summary);
  if (checks.length === 0) return [];
  const isRefused = summary.report.objections.some(({ kind }) => kind === 'client-left-changed');
  const what = `Again${isPart ? ', what is explained above' : ''}${isRefused ? ', once restore has ended well' : ''}`;
  const only = checks.map((check) => ` --only ${check}`).join('');
  return [
    `${againWith(what, commands)}: ${commands.rerun}${only}${path === undefined ? '' : ` --path ${path}`}`,
  ];
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
