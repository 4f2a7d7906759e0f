import type { Audience, Effect, EffectVerdict, Witness } from '../regression/descriptions/difference.ts';
import { grouped } from '../schema/grouped.ts';
import { type DiffGate, failing, objected } from './diff-gate.ts';
import type { ComparedDescription, DiffReport, Position, ReportedDifference } from './diff-report.ts';
import { codeSpan, inMarkdown, printable } from './printable.ts';
import type { Emphasis, Paint } from './text/section.ts';

const audiences: readonly Audience[] = ['consumers', 'providers'];

/** The worst comes first. */
const order: readonly EffectVerdict[] = ['breaking', 'undecided', 'compatible'];

const emphases: Readonly<Record<EffectVerdict, Emphasis>> = {
  breaking: 'red',
  undecided: 'yellow',
  compatible: 'green',
};

/**
 * Renders a comparison of descriptions for a terminal: by operation and part, with the witnesses of breaking changes.
 */
export function diffText(report: DiffReport, gate: DiffGate, paint: Paint): string {
  const alike = grouped(worstFirst(report.differences), saidOf);
  const parts = [...Map.groupBy(alike, (group) => partsInWords(group.map(partOf)))].map(([part, groups]) => {
    const told = groups.map(([first]) => differenceText(first, paint));
    return [paint('bold', printable(part)), ...told].join('\n');
  });
  const heads = [`Before: ${namedDescription(report.before)}`, `After: ${namedDescription(report.after)}`];
  return `${[heads.join('\n'), ...parts, summaryText(report, gate, paint)].join('\n\n')}\n`;
}

/** Everything that is reported about a difference apart from its place, as a grouping key. */
function saidOf({ message, wasDeprecated, accepted, consumers, providers }: ReportedDifference): string {
  const effects = [consumers, providers].map(({ verdict, reason, witness }) => [
    verdict,
    reason,
    witness?.body,
  ]);
  return JSON.stringify([message, wasDeprecated, accepted, effects]);
}

/** Names one or two parts. Of more, only the first and their number: many operations may use the same schema. */
function partsInWords(parts: readonly string[]): string {
  const [first = '', second] = parts;
  if (second === undefined) return first;
  return parts.length === 2
    ? `${first}; and ${second}`
    : `${first}; and ${parts.length - 1} more parts, named by --output json`;
}

function differenceText(difference: ReportedDifference, paint: Paint): string {
  const effects = audiences.flatMap((audience) => {
    const { verdict, reason, witness } = difference[audience];
    const line = `    ${audience}: ${paint(emphases[verdict], verdict)}. ${reason}`;
    return witness === undefined ? [line] : [line, `      ${printable(witnessText(witness))}`];
  });
  const { message, rule } = difference;
  const headline = `  ${printable(message)} ${paint('dim', `[${printable(rule)}]`)}`;
  const notes = notesOf(difference).map((note) => `    ${paint('dim', printable(note))}`);
  return [headline, ...notes, ...effects].join('\n');
}

export function diffMarkdown(report: DiffReport, gate: DiffGate): string {
  const rows = worstFirst(report.differences).map((one) =>
    [inMarkdown(partOf(one)), whatCell(one), ...audiences.map((audience) => effectCell(one[audience]))].join(
      ' | ',
    ),
  );
  const table =
    rows.length === 0
      ? []
      : [
          '| where | what | consumers | providers |\n|---|---|---|---|',
          ...rows.map((row) => `| ${row} |`),
        ].join('\n');
  const [before, after] = [report.before, report.after].map((one) => inMarkdown(namedDescription(one)));
  const heads = `Before: ${before}  \nAfter: ${after}`;
  return `${['## Interface changes', heads, ...[table].flat(), summaryText(report, gate, (_emphasis, text) => text)].join('\n\n')}\n`;
}

function whatCell(difference: ReportedDifference): string {
  const { message, rule } = difference;
  return [inMarkdown(message), codeSpan(rule), ...notesOf(difference).map(inMarkdown)].join(' <br>');
}

/** Where a difference is written, before and now, and why it may be accepted. */
function notesOf({ at, wasDeprecated, accepted }: ReportedDifference): string[] {
  const position = ({ file, line, column }: Partial<Position> = {}): string =>
    line === undefined ? '' : `${file}:${line}:${column}`;
  const before = position(at.before);
  const until = accepted?.until === undefined ? '' : ` until ${accepted.until}`;
  return [
    [before === '' ? '' : `${before} before`, position(at.after)].filter((one) => one !== '').join(', '),
    wasDeprecated ? 'removed after deprecation' : '',
    accepted === undefined ? '' : `accepted${until}: ${accepted.reason}`,
  ].filter((one) => one !== '');
}

function effectCell({ verdict, reason, witness }: Effect): string {
  const proof = witness === undefined ? '' : ` <br>${inMarkdown(witnessText(witness))}`;
  return `**${verdict}**. ${reason}${proof}`;
}

function partOf({ operation, part, mediaType = json }: ReportedDifference): string {
  const words = [operation, part, mediaType === json ? undefined : mediaType];
  return words.filter((one) => one !== undefined).join(', ');
}

function worstFirst(differences: readonly ReportedDifference[]): ReportedDifference[] {
  const rank = (one: ReportedDifference): number =>
    Math.min(...audiences.map((audience) => order.indexOf(one[audience].verdict)));
  return differences.toSorted((one, other) => rank(one) - rank(other));
}

/** Goes without saying. */
const json = 'application/json';

/** The exchange that proves a difference, and the only description that allows it. */
function witnessText({ operation, status, body, acceptedBy }: Witness): string {
  const value = body === undefined ? '' : ` ${shortened(JSON.stringify(body))}`;
  const exchange = status === undefined ? `${operation}${value}` : `${operation} answers ${status}${value}`;
  return `${exchange} (allowed ${acceptedBy === 'before' ? 'before' : 'now'} only)`;
}

/** Characters that a reader can take in; the JSON output has the whole value. */
const longest = 400;

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}

function namedDescription({ source, title, version }: ComparedDescription): string {
  return `${printable(source)} (${printable(shortened(title))} ${printable(shortened(version))})`;
}

function summaryText(report: DiffReport, gate: DiffGate, paint: Paint): string {
  const { differences, summary } = report;
  if (differences.length === 0) return paint('green', 'No differences that matter.');
  const lines = audiences.map((audience) => {
    const { breaking, undecided, compatible } = summary[audience];
    const emphasis = emphases[breaking > 0 ? 'breaking' : undecided > 0 ? 'undecided' : 'compatible'];
    const words = `${audience}: ${breaking} breaking, ${undecided} undecided, ${compatible} compatible.`;
    return paint(emphasis, `For ${words}`);
  });
  const outdated = (report.outdated ?? []).map(({ message }) => printable(message));
  return [`${counted(differences.length)}.`, ...lines, ...outdated, gateText(report, gate, paint)].join('\n');
}

function gateText(report: DiffReport, gate: DiffGate, paint: Paint): string {
  const { failOn, concerned } = gate;
  const what = failOn === 'undecided' ? 'breaking or undecided' : failOn;
  const fails =
    failOn === 'any' ? 'Fails on: any difference' : `Fails on: ${what}, for ${concerned.join(' or ')}`;
  const all = objected(report, gate).length;
  const count = failing(report, gate).length;
  const accepted = all > count ? ` ${all - count} of them accepted.` : '';
  return count === 0
    ? paint(
        'green',
        `${fails}. ${all === 0 ? 'Nothing of that.' : `${counted(all)} of that kind, all accepted.`}`,
      )
    : paint('red', `${fails}. ${counted(all)} of that kind.${accepted}`);
}

function counted(count: number): string {
  return `${count} ${count === 1 ? 'difference' : 'differences'}`;
}
