import {
  type Audience,
  audiences,
  type EffectVerdict,
  effectVerdicts,
  type Witness,
} from '../../regression/descriptions/difference.ts';
import { grouped } from '../../schema/grouped.ts';
import { type Document, type Entry, emphases, type Line, type Mark, type Section } from '../document.ts';
import { plural } from '../words.ts';
import { type DiffGate, failing, failingOrAccepted } from './gate.ts';
import type { HarmlessChange } from './harmless.ts';
import type { ComparedDescription, DiffReport, Position, ReportedDifference } from './report.ts';

const marks: Readonly<Record<EffectVerdict, Mark>> = { breaking: '✗', undecided: '?', compatible: '✓' };

export function diffDocument(report: DiffReport, gate: DiffGate): Document {
  const alike = grouped(worstFirst(report), withoutPlace);
  const parts = Map.groupBy(alike, (group) => partsInWords(group.map(partInWords)));
  const sections = [...parts].map(([heading, groups]) => ({
    ...{ heading, mark: '~' as const, entries: groups.map(([first]) => entryOf(first)) },
  }));
  return documentOf(report, gate, sections);
}

export function changelogOf(report: DiffReport, gate: DiffGate): Document {
  const changes = [
    ...report.differences.map((one) => [one.operation ?? general, changeEntry(one)] as const),
    ...report.harmless.map((one) => [one.operation ?? holderOf(one), harmlessEntry(one)] as const),
  ];
  const headings = Map.groupBy(changes, ([heading]) => heading);
  const sections = [...headings]
    .toSorted(([one], [other]) => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1))
    .map(([heading, own]) => ({ heading, mark: '~' as const, entries: own.map(([, entry]) => entry) }));
  return documentOf(report, gate, sections);
}

export function worstFirst({ differences }: DiffReport): ReportedDifference[] {
  const rank = (one: ReportedDifference): number => effectVerdicts.indexOf(worstOf(one));
  return differences.toSorted((one, other) => rank(one) - rank(other));
}

export function worstOf(one: ReportedDifference): EffectVerdict {
  const isSo = (verdict: EffectVerdict) => audiences.some((audience) => one[audience].verdict === verdict);
  return effectVerdicts.find(isSo) ?? 'compatible';
}

export function entryOf(one: ReportedDifference): Entry {
  const effects = audiences.flatMap((audience) => {
    const { verdict, reason, witness } = one[audience];
    return [`${audience}: ${verdict}. ${reason}`, ...(witness === undefined ? [] : [proofInWords(witness)])];
  });
  const { message, rule } = one;
  const mark = marks[worstOf(one)];
  return { words: message, aside: `[${rule}]`, mark, details: [...notesOf(one), ...effects] };
}

function withoutPlace({
  message,
  wasDeprecated,
  accepted,
  consumers,
  providers,
}: ReportedDifference): string {
  const effects = [consumers, providers].map(({ verdict, reason, witness }) => [
    verdict,
    reason,
    witness?.body,
  ]);
  return JSON.stringify([message, wasDeprecated, accepted, effects]);
}

function partsInWords(parts: readonly string[]): string {
  const [first = '', second] = parts;
  if (second === undefined) return first;
  return parts.length === 2
    ? `${first}; and ${second}`
    : `${first}; and ${parts.length - 1} more parts, named by --output json`;
}

const general = 'General';
const shared = 'Components';

function holderOf({ pointer }: HarmlessChange): string {
  return pointer.startsWith('/components/') ? shared : general;
}

function sortKeyOf(heading: string): string {
  if (heading === general) return '0';
  if (heading === shared) return '3';
  if (!heading.includes('/')) return `2 ${heading}`;
  const [method = '', path = heading] = heading.startsWith('/') ? [] : heading.split(/ (.*)/s);
  return `1 ${path}\0${method}`;
}

function changeEntry(difference: ReportedDifference): Entry {
  const part = partInWords({ ...difference, operation: undefined });
  const { message, rule } = difference;
  const words = `${effectInWords(difference)}: ${part}: ${message}`;
  return { words, aside: `[${rule}]`, mark: marks[worstOf(difference)], details: notesOf(difference) };
}

function effectInWords(difference: ReportedDifference): string {
  const broken = audiences.filter((audience) => difference[audience].verdict === 'breaking');
  if (broken.length > 0) return `Breaks ${broken.join(' and ')}`;
  return worstOf(difference) === 'undecided' ? 'Undecided' : 'Compatible';
}

export function harmlessEntry({ keyword, pointer, before, after }: HarmlessChange): Entry {
  const [was, is] = [before, after].map((one) => shortened(JSON.stringify(one) ?? ''));
  const words =
    before === undefined ? `${is} is new` : after === undefined ? `${was} is gone` : `${is}, was ${was}`;
  return { words: `${keyword}: ${words}`, aside: `(${pointer})` };
}

function documentOf(report: DiffReport, gate: DiffGate, sections: readonly Section[]): Document {
  const { before, after, differences, summary, outdated = [] } = report;
  const [first, ...others] = differences.filter((one) =>
    audiences.some((audience) => one[audience].unsearched),
  );
  const counts: readonly Line[] = [
    { words: `${plural(differences.length, 'difference')}.` },
    ...audiences.map((audience) => {
      const worst = effectVerdicts.find((verdict) => summary[audience][verdict] > 0) ?? 'compatible';
      return { words: countsInWords(report, audience), emphasis: emphases[marks[worst]] };
    }),
    ...(first === undefined ? [] : [{ words: unsearchedInWords(others.length + 1, partInWords(first)) }]),
  ];
  return {
    ...{ title: breaksInWords(report, gate), sections, maxEntries: Number.POSITIVE_INFINITY },
    heads: [`Before: ${namedDescription(before)}`, `After: ${namedDescription(after)}`],
    ends: [
      ...(differences.length === 0 ? [] : counts),
      ...outdated.map(({ message }) => ({ words: message })),
      {
        words: differences.length === 0 ? 'No differences that matter.' : gateInWords(report, gate),
        emphasis: failing(report, gate).length > 0 ? 'red' : 'green',
      },
    ],
  };
}

function unsearchedInWords(count: number, place: string): string {
  return `The descriptions differ in too much to prove everything: ${plural(count, 'difference')} from ${place} on ${count === 1 ? 'is' : 'are'} undecided for that alone.`;
}

const usualMediaType = 'application/json';

export function partInWords({ operation, part, mediaType = usualMediaType }: ReportedDifference): string {
  const words = [operation, part, mediaType === usualMediaType ? undefined : mediaType];
  return words.filter((one) => one !== undefined).join(', ');
}

export function notesOf({ at, wasDeprecated, accepted }: ReportedDifference): string[] {
  const position = ({ file, line, column }: Partial<Position> = {}): string[] =>
    line === undefined ? [] : [`${file}:${line}:${column}`];
  const places = [...position(at.before).map((one) => `${one} before`), ...position(at.after)];
  const until = accepted?.until === undefined ? '' : ` until ${accepted.until}`;
  return [
    ...(places.length === 0 ? [] : [places.join(', ')]),
    ...(wasDeprecated ? ['removed after deprecation'] : []),
    ...(accepted === undefined ? [] : [`accepted${until}: ${accepted.reason}`]),
  ];
}

function proofInWords(witness: Witness): string {
  return proofOf(witness)
    .filter((one) => one !== undefined)
    .join(' ');
}

export function proofOf({ operation, status, body, acceptedBy }: Witness) {
  return [
    status === undefined ? operation : `${operation} answers ${status}`,
    body === undefined ? undefined : shortened(JSON.stringify(body)),
    `(allowed ${acceptedBy === 'before' ? 'before' : 'now'} only)`,
  ] as const;
}

const maxValueLength = 400;

function shortened(text: string): string {
  return text.length > maxValueLength
    ? `${text.slice(0, maxValueLength)}… (${text.length} characters)`
    : text;
}

function namedDescription({ source, title, version }: ComparedDescription): string {
  return `${source} (${shortened(title)} ${shortened(version)})`;
}

export function breaksInWords({ differences }: DiffReport, { concerned }: DiffGate): string {
  const clauses = concerned.map((audience) => {
    const count = differences.filter(
      (one) => one[audience].verdict === 'breaking' && one.accepted === undefined,
    ).length;
    const what =
      count === 0 ? 'No change breaks' : count === 1 ? '1 change breaks' : `${count} changes break`;
    return `${what} ${audience}`;
  });
  return clauses.join(', ').replaceAll(', No', ', no');
}

function gateInWords(report: DiffReport, gate: DiffGate): string {
  const { failOn, concerned } = gate;
  const what = failOn === 'undecided' ? 'breaking or undecided' : failOn;
  const fails =
    failOn === 'any' ? 'Fails on: any difference' : `Fails on: ${what}, for ${concerned.join(' or ')}`;
  const all = failingOrAccepted(report, gate).length;
  const accepted = all - failing(report, gate).length;
  if (all === 0) return `${fails}. Nothing of that.`;
  if (all === accepted) return `${fails}. ${plural(all, 'difference')} of that kind, all accepted.`;
  return `${fails}. ${plural(all, 'difference')} of that kind.${accepted === 0 ? '' : ` ${accepted} of them accepted.`}`;
}

function countsInWords({ summary }: DiffReport, audience: Audience): string {
  const { breaking, undecided, compatible } = summary[audience];
  return `For ${audience}: ${breaking} breaking, ${undecided} undecided, ${compatible} compatible.`;
}
