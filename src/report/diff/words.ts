import {
  type Audience,
  audiences,
  effectVerdicts,
  type Witness,
} from '../../regression/descriptions/difference.ts';
import { printable } from '../printable.ts';
import { plural } from '../words.ts';
import { type DiffGate, failing, objected } from './gate.ts';
import type { ComparedDescription, DiffReport, Position, ReportedDifference } from './report.ts';

export function worstFirst(differences: readonly ReportedDifference[]): ReportedDifference[] {
  const rank = (one: ReportedDifference): number =>
    Math.min(...audiences.map((audience) => effectVerdicts.indexOf(one[audience].verdict)));
  return differences.toSorted((one, other) => rank(one) - rank(other));
}

/** Goes without saying. */
const json = 'application/json';

export function partInWords({ operation, part, mediaType = json }: ReportedDifference): string {
  const words = [operation, part, mediaType === json ? undefined : mediaType];
  return words.filter((one) => one !== undefined).join(', ');
}

/** Where a difference is written, before and now, and why it may be accepted. */
export function notesOf({ at, wasDeprecated, accepted }: ReportedDifference): string[] {
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

/** The exchange that proves a difference, its value, and the only description that allows it. */
export function witnessInWords({ operation, status, body, acceptedBy }: Witness): {
  readonly exchange: string;
  readonly value: string | undefined;
  readonly allowed: string;
} {
  return {
    exchange: status === undefined ? operation : `${operation} answers ${status}`,
    value: body === undefined ? undefined : shortened(JSON.stringify(body)),
    allowed: `(allowed ${acceptedBy === 'before' ? 'before' : 'now'} only)`,
  };
}

/** Characters that a reader can take in; the JSON output has the whole value. */
const longest = 400;

export function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}

export function namedDescription({ source, title, version }: ComparedDescription): string {
  return `${printable(source)} (${printable(shortened(title))} ${printable(shortened(version))})`;
}

/** How many differences break the audiences of a call, accepted ones apart. */
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

/** Says which differences fail the call, and how many there are. */
export function gateInWords(report: DiffReport, gate: DiffGate): string {
  const { failOn, concerned } = gate;
  const what = failOn === 'undecided' ? 'breaking or undecided' : failOn;
  const fails =
    failOn === 'any' ? 'Fails on: any difference' : `Fails on: ${what}, for ${concerned.join(' or ')}`;
  const all = objected(report, gate).length;
  const accepted = all - failing(report, gate).length;
  if (all === 0) return `${fails}. Nothing of that.`;
  if (all === accepted) return `${fails}. ${plural(all, 'difference')} of that kind, all accepted.`;
  return `${fails}. ${plural(all, 'difference')} of that kind.${accepted === 0 ? '' : ` ${accepted} of them accepted.`}`;
}

/** The numbers of differences for an audience. */
export function countsInWords({ summary }: DiffReport, audience: Audience): string {
  const { breaking, undecided, compatible } = summary[audience];
  return `For ${audience}: ${breaking} breaking, ${undecided} undecided, ${compatible} compatible.`;
}
