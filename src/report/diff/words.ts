import {
  type Audience,
  audiences,
  type Effect,
  type EffectVerdict,
  effectVerdicts,
  type Witness,
} from '../../regression/descriptions/difference.ts';
import { printable } from '../printable.ts';
import { plural } from '../words.ts';
import { type DiffGate, failing, objected } from './gate.ts';
import type { HarmlessChange } from './harmless.ts';
import type { ComparedDescription, DiffReport, Position, ReportedDifference } from './report.ts';

/** A difference as every format says it. */
export interface DifferenceInWords {
  readonly worst: EffectVerdict;
  readonly part: string;
  readonly message: string;
  readonly rule: string;
  /** File, line and column, before and now. */
  readonly place: string | undefined;
  /** Why it may be accepted. */
  readonly notes: readonly string[];
  readonly effects: readonly EffectInWords[];
}

interface EffectInWords extends Pick<Effect, 'verdict' | 'reason'> {
  readonly audience: Audience;
  /** The exchange that proves a difference, its value, and the only description that allows it. */
  readonly proof: Proof | undefined;
}

interface Proof {
  readonly exchange: string;
  readonly value: string | undefined;
  readonly allowed: string;
}

/** The differences, the worst first. */
export function differencesInWords({ differences }: DiffReport): DifferenceInWords[] {
  const worstOf = (one: ReportedDifference): EffectVerdict =>
    effectVerdicts.find((verdict) => audiences.some((audience) => one[audience].verdict === verdict)) ??
    'compatible';
  const rank = (one: ReportedDifference): number => effectVerdicts.indexOf(worstOf(one));
  return differences
    .toSorted((one, other) => rank(one) - rank(other))
    .map((one) => ({
      ...{ worst: worstOf(one), part: partInWords(one) },
      ...{ message: one.message, rule: one.rule, place: placeInWords(one), notes: notesOf(one) },
      effects: audiences.map((audience) => {
        const { verdict, reason, witness } = one[audience];
        return { audience, verdict, reason, proof: witness && proofOf(witness) };
      }),
    }));
}

/** The words about a comparison as a whole, for every format. */
export interface DiffInWords {
  readonly heads: readonly [before: string, after: string];
  /** Entries of the accepted differences that should be changed. */
  readonly outdated: readonly string[];
  /** The numbers of differences, in all and for each audience, with their worst verdict. */
  readonly counts: readonly { readonly words: string; readonly worst?: EffectVerdict }[];
  readonly end: string;
  readonly isFailing: boolean;
}

export function diffInWords(report: DiffReport, gate: DiffGate): DiffInWords {
  const { before, after, differences, summary, outdated = [] } = report;
  const unsearched = differences.filter((one) => audiences.some((audience) => one[audience].unsearched));
  const [first] = unsearched;
  const counts = [
    { words: `${plural(differences.length, 'difference')}.` },
    ...audiences.map((audience) => {
      const worst = effectVerdicts.find((verdict) => summary[audience][verdict] > 0);
      return { words: countsInWords(report, audience), worst: worst ?? 'compatible' };
    }),
    ...(first === undefined
      ? []
      : [{ words: unsearchedInWords(unsearched.length, partInWords(first)), worst: 'undecided' as const }]),
  ];
  return {
    heads: [`Before: ${namedDescription(before)}`, `After: ${namedDescription(after)}`],
    outdated: outdated.map(({ message }) => message),
    counts: differences.length === 0 ? [] : counts,
    end: differences.length === 0 ? 'No differences that matter.' : gateInWords(report, gate),
    isFailing: failing(report, gate).length > 0,
  };
}

function unsearchedInWords(count: number, place: string): string {
  return `The descriptions differ in too much to prove everything: ${plural(count, 'difference')} from ${place} on ${count === 1 ? 'is' : 'are'} undecided for that alone.`;
}

/** Goes without saying. */
const json = 'application/json';

export function partInWords({ operation, part, mediaType = json }: ReportedDifference): string {
  const words = [operation, part, mediaType === json ? undefined : mediaType];
  return words.filter((one) => one !== undefined).join(', ');
}

export function placeInWords({ at }: ReportedDifference): string | undefined {
  const position = ({ file, line, column }: Partial<Position> = {}): string =>
    line === undefined ? '' : `${file}:${line}:${column}`;
  const before = position(at.before);
  const places = [before === '' ? '' : `${before} before`, position(at.after)].filter((one) => one !== '');
  return places.length === 0 ? undefined : places.join(', ');
}

export function notesOf({ wasDeprecated, accepted }: ReportedDifference): string[] {
  const until = accepted?.until === undefined ? '' : ` until ${accepted.until}`;
  return [
    wasDeprecated ? 'removed after deprecation' : '',
    accepted === undefined ? '' : `accepted${until}: ${accepted.reason}`,
  ].filter((one) => one !== '');
}

function proofOf({ operation, status, body, acceptedBy }: Witness): Proof {
  return {
    exchange: status === undefined ? operation : `${operation} answers ${status}`,
    value: body === undefined ? undefined : shortened(JSON.stringify(body)),
    allowed: `(allowed ${acceptedBy === 'before' ? 'before' : 'now'} only)`,
  };
}

/** @param code - marks names and values as code */
export function harmlessInWords(
  { keyword, before, after }: HarmlessChange,
  code: (text: string) => string,
): string {
  const [was, is] = [before, after].map((one) => code(shortened(JSON.stringify(one) ?? '')));
  const words =
    before === undefined ? `${is} is new` : after === undefined ? `${was} is gone` : `${is}, was ${was}`;
  return `${code(keyword)}: ${words}`;
}

/** Characters that a reader can take in; the JSON output has the whole value. */
const longest = 400;

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}

function namedDescription({ source, title, version }: ComparedDescription): string {
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
function gateInWords(report: DiffReport, gate: DiffGate): string {
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
function countsInWords({ summary }: DiffReport, audience: Audience): string {
  const { breaking, undecided, compatible } = summary[audience];
  return `For ${audience}: ${breaking} breaking, ${undecided} undecided, ${compatible} compatible.`;
}
