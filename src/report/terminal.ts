import { grouped } from '../schema/grouped.ts';
import { againWith, type Commands, shellWord } from './commands.ts';
import { emphases } from './conclusion-words.ts';
import type { Undecided } from './remedies.ts';
import type { Report } from './report.ts';
import type { KnownGroup, Summary } from './summary.ts';
import { deviations } from './text/deviations.ts';
import { overview } from './text/overview.ts';
import { type Emphasis, type Entry, type Layout, sectionText, wrapped } from './text/section.ts';
import { changeInWords, few, plural, withShortIds } from './words.ts';

/** The maximum numbers of entries that are shown of a list, of remedies, of objections of one kind, and of places. */
const shownEntries = 10;
const shownRemedies = 6;
const shownObjections = 5;
const shownPlaces = 5;

/**
 * The report for a terminal: operations, problems by gravity, known deviations, undecided checks, changes, advisories and
 * objections, and at the end the conclusion and the next steps. Of a target that was not tested, it shows nothing: the
 * error of the command says why.
 */
export function terminalReport(summary: Summary, layout: Layout, commands: Commands): string {
  const { report, known, sinceBaseline, undecided, advisories, objections, drift } = summary;
  if (report.conclusion === 'not-tested') return '';
  const listed = (
    heading: string,
    entries: readonly Entry[],
    [mark, emphasis]: readonly [string, Emphasis] = ['~', 'yellow'],
    most = shownEntries,
  ): string[] => sectionText({ heading, mark, emphasis, entries }, layout, most);
  const paragraphs = [
    ...deviations(summary, layout),
    ...known.flatMap((group) => listed(group.heading, group.entries.map(knownEntry), markOf(group))),
    ...listed(
      'The baseline is of a run that differs in',
      sinceBaseline.map((words) => ({ words })),
    ),
    ...listed('Not decided', undecided.map(undecidedEntry), ['?', 'yellow'], shownRemedies),
    ...listed(
      'Changed since the lock',
      (report.changes ?? []).map((change) => ({ words: change.id, details: changeInWords(change) })),
    ),
    ...listed(
      'The served description, compared with the agreed one',
      drift.map(({ verdict, places }) =>
        places.length === 0
          ? { words: `${verdict}.` }
          : { words: `${verdict}:`, details: `${few(places, shownPlaces)}.` },
      ),
    ),
    ...listed(
      'Advisories: the documents leave this free, but public standards do not',
      advisories.map(advisoryEntry),
    ),
    ...listed(
      'The suite itself broke, which says nothing about the target',
      report.suiteFaults.map(faultEntry),
      ['!', 'red'],
    ),
    ...listed('Objections', objectionEntries(objections), ['!', 'red'], objections.length),
  ];
  const ends = [overview(summary, layout), conclusion(summary, layout, commands)];
  // Without paragraphs the report is kept compact.
  if (paragraphs.length === 0) return `${ends.join('\n')}\n`;
  return `${[ends[0], ...paragraphs, ends[1]].join('\n\n')}\n`;
}

function markOf({ state }: KnownGroup): readonly [string, Emphasis] {
  return state === 'fixed' ? ['✓', 'green'] : ['~', 'yellow'];
}

function knownEntry({ headline, details }: KnownGroup['entries'][number]): Entry {
  return { words: `${headline}.`, details };
}

function faultEntry({ check, message }: Report['suiteFaults'][number]): Entry {
  return { words: `${check}: ${message}.`, details: 'Run again with --debug, and report it.' };
}

function objectionEntries(objections: Summary['objections']): Entry[] {
  return grouped(objections, ({ kind }) => kind).flatMap((some) => {
    const entries = some.slice(0, shownObjections).map(({ message }) => ({ words: message }));
    const more = some.length - entries.length;
    return more === 0 ? entries : [...entries, { words: `${more} more in the report.` }];
  });
}

function undecidedEntry({ remedy, checks, ofAccess }: Undecided): Entry {
  const access =
    ofAccess === 0 ? '' : `, ${ofAccess === checks.length ? '' : `${ofAccess} `}of access control`;
  return { words: withShortIds(remedy), aside: `(${plural(checks.length, 'check')}${access})` };
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
  return { words: `${message}.`, details: withShortIds(`${requirement}, said in ${source}${place}`) };
}

function conclusion(summary: Summary, layout: Layout, commands: Commands): string {
  const { report, tested } = summary;
  const { shard, recorded, insecureTls, inapplicable, requests, durationMs, seed } = report;
  const sent = `${plural(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s, seed ${seed}.`;
  const lines: readonly (readonly [Emphasis | undefined, string])[] = [
    [emphases[report.conclusion], summary.conclusion],
    [
      undefined,
      [tested, recorded === undefined ? sent : recordedTraffic(recorded)]
        .filter((one) => one !== '')
        .join(' '),
    ],
    ...(shard === undefined
      ? []
      : [[undefined, `Shard ${shard} of the run. Join the reports with case-conformance merge.`] as const]),
    ...(insecureTls === true ? [['yellow', unverified] as const] : []),
    ...(inapplicable === undefined
      ? []
      : [[undefined, `Not applicable to this description: ${inapplicable.join(', ')}.`] as const]),
  ];
  return [
    ...lines.flatMap(([emphasis, line]) =>
      wrapped(line, 0, layout).map((one) => (emphasis === undefined ? one : layout.paint(emphasis, one))),
    ),
    ...nextSteps(summary, commands),
  ].join('\n');
}

/** The commands that repeat the checks of the deviations, and explain one. They are not broken in lines. */
function nextSteps({ problems: [first], report }: Summary, commands: Commands): string[] {
  if (first === undefined) return [];
  const isRefused = report.objections.some(({ kind }) => kind === 'client-left-changed');
  const again = againWith(isRefused ? 'Again, once restore has ended well' : 'Again', commands);
  return [
    `${again}: ${commands.again}`,
    `Explain: ${commands.explain} CODE, such as ${shellWord(first.code)}`,
  ];
}

const unverified =
  'The certificate of the target was not verified (insecureTls): anyone on the way could have answered, and read the tokens.';

function recordedTraffic(recorded: NonNullable<Report['recorded']>): string {
  const { baseUrls, exchanges, judged, undecided, leftAlone } = recorded;
  const reasons = Object.entries(undecided).map(([why, number]) => `${number} ${why}`);
  const open = reasons.length === 0 ? '' : ` not decided (${reasons.join(', ')}),`;
  const places = baseUrls.length === 0 ? '' : ` of ${baseUrls.join(', ')}`;
  return `Recorded traffic${places}: nothing was sent. ${plural(exchanges, 'exchange')}: ${judged} judged,${open} ${leftAlone} left alone.`;
}
