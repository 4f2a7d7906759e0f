import { createHash } from 'node:crypto';
import type { ShownExchanges } from '../folds/shown-exchanges.ts';
import type { Check, Judgement, Row } from '../harness/check.ts';
import type { Deviation, ProblemKind } from '../harness/deviation.ts';
import { grouped } from '../schema/grouped.ts';
import { generalPointer, valueAt } from '../schema/pointer.ts';
import { type Evidence, excerpt, outermostListOf } from '../trace/evidence.ts';
import type { Reason } from '../trace/gap.ts';
import type { CheckResult, Remedy, ReportedDeviation, Verdict } from './result.ts';

/**
 * A hash of requirement, operation, JSON pointer and kind of problem. Independent of seed, case, values, and
 * the order of checks.
 */
export function fingerprintOf(
  { id, operation }: Pick<Check, 'id' | 'operation'>,
  { requirement, pointer, ...kind }: Pick<Deviation, 'requirement' | 'pointer' | keyof ProblemKind>,
): string {
  // Without a kind, the id of the check has to distinguish deviations.
  const what = kind.kind === undefined ? ['check', id] : ['kind', kindInWords(kind)];
  const identity = JSON.stringify([requirement, operation, generalPointer(pointer), ...what]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 16);
}

/** The kind of a problem as one text, such as `again: status 5xx with member`. */
export function kindInWords({ kind = '', context, credentials, way }: Partial<ProblemKind>): string {
  return [context && `${context}: `, kind, credentials && ` with ${credentials}`, way && `, ${way}`].join('');
}

export function verdictOf(judgements: readonly Judgement[]): { verdict: Verdict; reason?: Reason } {
  if (judgements.some(({ kind }) => kind === 'deviates')) return { verdict: 'fail' };
  const undecided = judgements.find((one) => one.kind === 'undecided');
  return undecided === undefined
    ? { verdict: 'pass' }
    : { verdict: 'inconclusive', reason: undecided.reason };
}

export function findingIn(judgement: Judgement): Deviation | undefined {
  return judgement.kind === 'deviates' || judgement.kind === 'advises' ? judgement.finding : undefined;
}

/**
 * The result of a check. It refers to exchanges by their numbers, until `withOneExchangeList` lists them.
 * @param looked - the numbers of the exchanges that the check looked at
 */
export function resultOf(
  check: Row,
  judgements: readonly Judgement[],
  looked: readonly number[],
): CheckResult {
  const { id, title, operation, requirements, caseType, isSeeded } = check;
  const reported = (found: Deviation): ReportedDeviation => {
    const { reply, ...others } = found;
    return { ...others, exchange: reply, fingerprint: fingerprintOf(check, found) };
  };
  const evidence = [...new Set(looked)];
  const ofKind = <Kind extends Judgement['kind']>(kind: Kind) =>
    judgements.filter((one): one is Extract<Judgement, { kind: Kind }> => one.kind === kind);
  const findings = ofKind('deviates').map(({ finding: { causedBy, ...finding } }) => {
    // A recording keeps only the exchanges with findings, so the cause may be missing.
    const isKept = causedBy !== undefined && evidence.includes(causedBy);
    return reported(isKept ? { ...finding, causedBy } : finding);
  });
  const heldPlaces = ofKind('held').flatMap(({ reply, pointer }) =>
    reply === undefined || pointer === undefined ? [] : [{ exchange: reply, pointer }],
  );
  const advisories = ofKind('advises').map(({ finding }) => reported(finding));
  const remedies = ofKind('undecided').map(
    ({ kind: _, message: remedy, blockedBy = [], ...others }): Remedy => ({
      ...{ ...others, remedy },
      ...atPlaces(blockedBy.map(({ number, pointer }) => ({ exchange: number, pointer }))),
    }),
  );
  return {
    ...{ id, title, operation, requirements },
    ...(caseType === undefined ? {} : { caseType }),
    ...(isSeeded === undefined ? {} : { isSeeded }),
    ...verdictOf(judgements),
    ...{ remedies, findings },
    ...(advisories.length === 0 ? {} : { advisories }),
    ...(heldPlaces.length === 0 ? {} : { held: heldPlaces }),
    evidence,
  };
}

/**
 * Keeps the places that a check found correct (`held`) if another check of the same requirement has a finding at them.
 * Leaves out a place whose value is what the wrong change left elsewhere, such as an empty text: the same fault
 * would not show there.
 */
function withComparableHeld(results: readonly CheckResult[], shown: ShownExchanges): CheckResult[] {
  const byRequirement = Map.groupBy(
    results.flatMap(({ findings }) => findings),
    ({ requirement }) => requirement,
  );
  return results.map(({ held, ...result }) => {
    const findings = result.requirements.flatMap((one) => byRequirement.get(one) ?? []);
    if (held === undefined || findings.length === 0) return result;
    const comparable = held.filter(couldDeviate(findings, result.evidence, shown));
    return comparable.length === 0 && result.verdict !== 'fail' ? result : { ...result, held: comparable };
  });
}

function couldDeviate(
  findings: readonly ReportedDeviation[],
  looked: readonly number[],
  shown: ShownExchanges,
): (one: Pick<ReportedDeviation, 'exchange' | 'pointer'>) => boolean {
  const isLooked = new Set(looked);
  const valueIn = ({ exchange, pointer }: Pick<ReportedDeviation, 'exchange' | 'pointer'>): string => {
    const body = shown.get(exchange)?.response.body;
    return `${pointer} ${JSON.stringify(body === undefined ? body : valueAt(body, pointer))}`;
  };
  const pointers = new Set(findings.map(({ pointer }) => pointer));
  // Compares only an empty text and null: other values may be masked, and different values may have the same mask.
  const left = new Set(
    findings
      .filter(({ kind }) => kind === 'changed though left out')
      .map(valueIn)
      .filter((value) => value.endsWith(' ""') || value.endsWith(' null')),
  );
  return (one) => pointers.has(one.pointer) && isLooked.has(one.exchange) && !left.has(valueIn(one));
}

/** Lists the exchanges that checks looked at. The results then refer to them by their index in that list. */
export function withOneExchangeList(results: readonly CheckResult[], shown: ShownExchanges) {
  const found = Map.groupBy(
    results.flatMap(({ findings, advisories = [] }) => [
      ...findings.flatMap((finding) => [
        finding,
        ...(finding.causedBy === undefined ? [] : [{ exchange: finding.causedBy, pointer: '' }]),
      ]),
      ...advisories,
    ]),
    ({ exchange }) => exchange,
  );
  const pointersOf = (number: number): string[] => (found.get(number) ?? []).map(({ pointer }) => pointer);
  const looked = new Set(results.flatMap(({ evidence }) => evidence));
  const inOrder = [...shown].filter(([number]) => looked.has(number)).sort(([one], [other]) => one - other);
  // The excerpt of the first record of each case also keeps the places at which any case record has a finding, so that
  // a report can compare records with and without that finding.
  const ofCases = inOrder.filter(([, evidence]) => isOfCase(evidence));
  const inCases = new Set(ofCases.flatMap(([number]) => pointersOf(number)).map(outermostListOf));
  inCases.delete('');
  const firsts = new Set(grouped(ofCases, ([, { request }]) => request.path).map(([[number]]) => number));
  const places = new Map(inOrder.map(([number], place) => [number, place]));
  return {
    results: withComparableHeld(results, shown).map((result) =>
      withExchanges(result, (number) => places.get(number) ?? -1),
    ),
    exchanges: inOrder.map(([number, evidence]) =>
      excerpt(evidence, pointersOf(number), firsts.has(number) ? [...inCases] : []),
    ),
  };
}

function isOfCase({ operation, request, response }: Evidence): boolean {
  return operation === 'getCaseData' && request.credentials === 'member' && response.status === 200;
}

function atPlaces(blockedBy: NonNullable<Remedy['blockedBy']>): Pick<Remedy, 'blockedBy'> {
  return blockedBy.length === 0 ? {} : { blockedBy };
}

export function withExchanges(result: CheckResult, renumber: (exchange: number) => number): CheckResult {
  const { findings, advisories, evidence, remedies, held } = result;
  const renumbered = <One extends { readonly exchange: number }>(one: One): One => ({
    ...one,
    exchange: renumber(one.exchange),
  });
  return {
    ...result,
    findings: findings.map(({ causedBy, ...finding }) =>
      renumbered(causedBy === undefined ? finding : { ...finding, causedBy: renumber(causedBy) }),
    ),
    ...(advisories === undefined ? {} : { advisories: advisories.map(renumbered) }),
    ...(held === undefined ? {} : { held: held.map(renumbered) }),
    evidence: evidence.map(renumber),
    // `renumbered` returns -1 for an exchange that no check looked at.
    remedies: remedies.map(({ blockedBy = [], ...remedy }) => ({
      ...remedy,
      ...atPlaces(blockedBy.map(renumbered).filter(({ exchange }) => exchange >= 0)),
    })),
  };
}
