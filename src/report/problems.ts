import { isNew } from '../acceptance/accepted.ts';
import { kindInWords } from '../conformance/check-result.ts';
import type { CheckResult, ReportedDeviation, Waived } from '../conformance/result.ts';
import type { Deviation } from '../harness/deviation.ts';
import { normalisedLetters } from '../http/made-up.ts';
import { isMasked } from '../http/redact.ts';
import { is2xx, isSuccessOrRefusal } from '../http/status.ts';
import { isDerived } from '../rules/text-difference.ts';
import { distinct, grouped } from '../schema/grouped.ts';
import { generalPointer, pointerTokens, valueAt } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import { type Gravity, gravities } from '../specification/requirements.ts';
import type { Evidence } from '../trace/evidence.ts';
import {
  type Headline,
  headlineOf,
  headlineOfFields,
  isAsSent,
  isEmptyChange,
  isOfEachOperation,
  kindsInWords,
  type References,
  symptomOf,
  tokenRefused,
} from './headline.ts';

/** One statement broken at one place in one way. Listed once even if several checks and exchanges show it. */
export interface ReportDeviation {
  /** A stable code for `explain`, such as `case-price/type`. */
  readonly code: string;
  readonly requirement: string;
  readonly gravity: Gravity;
  /** What the target did wrong, as a sentence without a full stop. */
  readonly headline: string;
  readonly operations: readonly OperationId[];
  /** The pointer of the first finding, with `*` for each array index. */
  readonly pointer: string;
  /** The message of the first finding. */
  readonly message: string;
  /** The fingerprints of all findings, stable over runs, seeds and cases. */
  readonly fingerprints: readonly string[];
  readonly checks: readonly string[];
  /** The number of findings. */
  readonly sightings: number;
  /** The index in `exchanges` of the first exchange that shows the deviation. */
  readonly exchange: number;
  /**
   * The index in `exchanges` of the request that caused the deviation, if another exchange shows it. For example, a
   * change caused it, and a later reading of the client shows it.
   */
  readonly causedBy?: number;
}

/**
 * The things that a headline summarises. It names up to three fields or gives their number ("Each of 5 fields"); contexts are
 * neither named nor counted.
 */
export type Counted = 'fields' | 'credentials' | 'contexts';

/**
 * One thing to fix: all deviations with the same cause. Causes that differ only in the field, the credentials or the
 * way of sending the request are one problem.
 */
export interface Problem {
  readonly gravity: Gravity;
  readonly headline: string;
  /** The code of the first deviation. */
  readonly code: string;
  readonly requirement: string;
  /** Undefined if the headline is about one field, one kind of credentials or one context. */
  readonly counted: Counted | undefined;
  /**
   * The fields, credentials or contexts that the headline summarises. If it summarises nothing: further ones, which the
   * headline does not name.
   */
  readonly variants: readonly string[];
  readonly deviations: readonly [FoundDeviation, ...FoundDeviation[]];
  readonly findings: readonly [Sighting, ...Sighting[]];
  readonly operations: readonly OperationId[];
}

interface FoundDeviation extends Headline {
  readonly requirement: string;
  readonly findings: readonly [Sighting, ...Sighting[]];
}

export interface Sighting extends ReportedDeviation {
  readonly check: CheckResult;
  /** The operation of the request that caused the finding. */
  readonly operation: OperationId;
  /** The exchanges that show the finding and that caused it. Undefined if the report lacks the exchange. */
  readonly shown: Evidence | undefined;
  readonly cause: Evidence | undefined;
}

export type Results = References & { readonly results: readonly CheckResult[] };

export function deviationsOf(report: Results): ReportDeviation[] {
  return found(report).map(({ gravity, headline, findings }) => {
    const [first] = findings;
    const { requirement, pointer, message, exchange, causedBy } = first;
    return {
      ...{ code: codeOf(first), requirement, gravity, headline },
      operations: operationsIn(findings),
      ...{ pointer: generalPointer(pointer), message },
      fingerprints: [...new Set(findings.map(({ fingerprint }) => fingerprint))],
      checks: checksIn(findings),
      ...{ sightings: findings.length, exchange },
      ...(causedBy === undefined ? {} : { causedBy }),
    };
  });
}

/**
 * The maximum number of problems that differ only in the credentials or the way of sending the request. More are merged
 * into one.
 */
const maxAlikeProblems = 2;

/** Problems: deviations that neither a waiver nor the baseline accepts, grouped by cause. The gravest come first. */
export function problemsOf(report: Results): Problem[] {
  const deviations = found(report, (one) => identityWithStatus(report, one));
  const withAccepted = ofAccepted.reduce(
    joined,
    deviations.map((one): Group => [one]),
  );
  const ofMechanisms = grouped(withAccepted, ([first]) => mechanismOf(first)).map(
    (alike) => alike.flat() as unknown as Group,
  );
  const problems = explanations.reduce(joined, ofMechanisms).map(inOrder);
  return grouped(problems, ([{ requirement, pattern, tokenPlace }]) =>
    JSON.stringify([requirement, pattern, tokenPlace]),
  )
    .flatMap((alike) => treatedAlike(report, alike))
    .flatMap((alike) =>
      alike.length > maxAlikeProblems
        ? [problemOf(report, alike)]
        : alike.map((one) => problemOf(report, [one])),
    )
    .toSorted((one, other) => gravities.indexOf(one.gravity) - gravities.indexOf(other.gravity));
}

/**
 * Divides invalid credentials that are accepted: if an operation accepts those of one group and answers 401 to those of
 * another, the two have different causes.
 */
function treatedAlike({ exchanges }: Results, groups: Groups): readonly Groups[] {
  if (!groups.every((group) => group.some(acceptsInvalidToken))) return [groups];
  const treated = groups.map((group) => {
    const findings = sightingsOf(group);
    const accepting = operationsIn(findings);
    const sent = new Set(findings.map(({ cause }) => cause?.request.credentials));
    const refusing = exchanges
      .filter(({ request, response }) => response.status === 401 && sent.has(request.credentials))
      .map(({ operation }) => operation)
      .filter((one) => !accepting.includes(one));
    return { group, accepting, refusing };
  });
  type Treated = (typeof treated)[number];
  const differs = (one: Treated, other: Treated): boolean =>
    one.accepting.some((operation) => other.refusing.includes(operation));
  const parts: [Treated, ...Treated[]][] = [];
  for (const one of treated.toSorted((some, other) => other.accepting.length - some.accepting.length)) {
    const part = parts.find((some) => !some.some((other) => differs(one, other) || differs(other, one)));
    if (part === undefined) parts.push([one]);
    else part.push(one);
  }
  return parts.map((part) => part.map(({ group }) => group) as unknown as Groups);
}

function needsNoToken({ tokenPlace }: FoundDeviation): boolean {
  return tokenPlace === 'nowhere';
}

function acceptsInvalidToken({ tokenPlace }: FoundDeviation): boolean {
  return tokenPlace !== undefined;
}

/** A rule by which one deviation explains others. They become one problem. */
interface Explanation {
  readonly isExplained: Kind;
  /** A key that is equal for a deviation and its explanation, such as the change that caused both. */
  readonly sharedKey: (one: Sighting) => string;
  /** Default: the same kind as `isExplained`. */
  readonly isExplanation?: Kind;
  /** Set if one shared key is enough. By default, all keys of the explained group must be shared. */
  readonly isSharedInPart?: true;
  /** Whether another finding shows that `explanation` does not explain `one`, although the two share a key. */
  readonly isRefuted?: (one: Group, explanation: Group) => boolean;
}

type Kind = (one: FoundDeviation) => boolean;

function ofAll(isSuch: (one: Sighting) => boolean): Kind {
  return ({ findings }) => findings.every(isSuch);
}

const changeOf = ({ exchange, causedBy = exchange }: Sighting): string => String(causedBy);

/** The start of a finding's `alike` if a field has the value that was sent as another field of the same body. */
const isOfOther = 'is what was sent as another field';

/**
 * Kinds of deviations that often follow from another deviation after the same change, so they say less. The last kind
 * says least.
 */
const consequences: readonly string[] = ['absent', 'not changed', 'not gone'];

const asBefore = ['not changed', 'not gone'];
const isReadDifferently = ofAll(({ kind }) => kind === 'not as read back');

/** Explanations for wrong answers to invalid credentials that the target accepts. */
const ofAccepted: readonly Explanation[] = [
  // An operation that needs no credentials at all also accepts invalid ones.
  { isExplained: acceptsInvalidToken, sharedKey: ({ operation }) => operation, isExplanation: needsNoToken },
  // If invalid credentials are accepted, other wrong answers to them have the same cause.
  {
    isExplained: ofAll(({ requirement }) => requirement === 'credentials-401'),
    sharedKey: ({ operation, credentials }) => `${operation} ${credentials}`,
    isExplanation: acceptsInvalidToken,
  },
];

const explanations: readonly Explanation[] = [
  // The wrong status and the missing body of an answer have the same cause.
  { isExplained: ofAll(isOfWhole), sharedKey: ({ requirement, exchange }) => `${requirement} ${exchange}` },
  // A valid token that is refused is one problem, whatever was asked for.
  {
    isExplained: ofAll(({ shown, kind }) => shown?.response.status === 401 && kind === 'status 4xx'),
    sharedKey: () => '',
    isExplanation: ({ pattern }) => pattern === tokenRefused,
  },
  // A record that the caller can read without permission by GET is also readable in other ways, such as by HEAD.
  {
    isExplained: ofAll((one) => one.way !== undefined && isSuccess(one)),
    sharedKey: ({ requirement, check, shown }) => `${requirement} ${check.operation} ${shown?.request.path}`,
    isExplanation: ofAll((one) => one.way === undefined && isSuccess(one)),
  },
  // Bodies that are cut off have one cause, whatever the status.
  {
    isExplained: ofAll(({ kind, alike }) => kind === 'json' && alike === 'are cut off'),
    sharedKey: () => '',
  },
  // If a caller gets another organisation after a change, later readings show that organisation too.
  {
    isExplained: ofAll(({ kind = '' }) => kind.startsWith('other after')),
    sharedKey: () => '',
  },
  // A reading that fails with 3xx or 5xx is one problem, for every caller and at any time.
  {
    isExplained: ofAll(isFailedReading),
    sharedKey: ({ shown }) => `${shown?.request.path.replace(/\?.*/s, '')} ${shown?.response.status}`,
  },
  // If a reading is answered with a wrong status, a repetition with the same status has the same cause.
  {
    isExplained: ofAll((one) => isWrongReading(one) && one.context !== undefined),
    sharedKey: ({ requirement, shown }) =>
      `${requirement} ${shown?.operation} ${shown?.request.credentials} ${shown?.response.status}`,
    isExplanation: ofAll((one) => isWrongReading(one) && one.context === undefined),
  },
  // Fields that one change ignored are one problem, unless another change ignored one of them and set the other.
  {
    isExplained: ofAll(isNotMade),
    sharedKey: changeOf,
    isSharedInPart: true,
    isRefuted: (one, other) => isCorrectAfter(one, other) || isCorrectAfter(other, one),
  },
  {
    isExplained: ofAll(isLeftOut),
    sharedKey: (one) => `${changeOf(one)} ${isGone(one)}`,
    isRefuted: isCorrectAfter,
  },
  // A value that was stored as another field is missing in its own.
  {
    isExplained: ofAll(
      ({ kind = '', alike }) => ['made up', 'absent', 'renamed'].includes(kind) || alike === isOfOther,
    ),
    sharedKey: changeOf,
  },
  {
    isExplained: (one) => ofAll(isNotMade)(one) || isReadDifferently(one),
    sharedKey: ({ pointer }) => pointerTokens(pointer)[0] ?? '',
    isExplanation: isReadDifferently,
  },
  // A value that is altered on storing may by chance become the value before the change.
  {
    isExplained: ofAll((one) => isNotMade(one) && mayBeAltered(one)),
    sharedKey: ({ pointer }) => pointer,
    isExplanation: ofAll(isAltered),
  },
  // One wrong value may break several statements.
  {
    isExplained: ofAll((one) => one.pointer !== '' && !isNotMade(one) && !isLeftOut(one)),
    sharedKey: ({ exchange, pointer }) => `${exchange} ${pointer}`,
  },
];

/**
 * A key for the likely cause. Fields that are wrong in the same way in one operation have one cause, even if different requirements are
 * broken. Fields that a change ignored, or altered without containing them, have a cause for each requirement.
 */
function mechanismOf({
  gravity,
  variant,
  varies,
  requirement,
  mechanism,
  findings: [first],
}: FoundDeviation): string {
  const { operation } = first;
  if (isNotGone(first)) return JSON.stringify([requirement, mechanism]);
  if (isNotMade(first) || isLeftOut(first)) return JSON.stringify([requirement, variant, mechanism]);
  if (first.kind === 'json') return `${mechanism} ${first.alike}`;
  return JSON.stringify(varies === 'field' ? [operation, mechanism] : [gravity, requirement, mechanism]);
}

/**
 * Whether the value found may be an altered form of the value sent. True for masked texts, whose content is unknown.
 */
function mayBeAltered({ pointer, shown, cause }: Sighting): boolean {
  const body = cause?.request.body;
  const [sent, found] = [body, shown?.response.body].map((one) => valueAt(one, pointer));
  if (typeof sent !== 'string' || typeof found !== 'string') return true;
  if (sent === '' || found === '') return found === '';
  const siblings = valueAt(body, pointer.slice(0, pointer.lastIndexOf('/')));
  const isOfAnother = Object.values(Object(siblings)).includes(found);
  const [ofSent, ofFound] = [sent, found].map((text) => normalisedLetters(text).length);
  return isOfAnother || ofSent === ofFound || [sent, found].some(isMasked) || isDerived(sent, found);
}

function isGone({ pointer, shown }: Sighting): boolean {
  return valueAt(shown?.response.body, pointer) === undefined;
}

/** Whether a value that deviates in `one` was correct after a change that caused a deviation of `other`. */
function isCorrectAfter(one: Group, other: Group): boolean {
  const changes = new Set(sightingsOf(other).map(({ exchange, causedBy = exchange }) => causedBy));
  return sightingsOf(one).some(({ check, pointer }) =>
    check.held?.some((right) => right.pointer === pointer && changes.has(right.exchange)),
  );
}

function sightingsOf(deviations: Group): Sighting[] {
  return deviations.flatMap(({ findings }) => findings);
}

function isAltered(one: Sighting): boolean {
  return (
    one.requirement.startsWith('update-client-') && one.pointer !== '' && !isNotMade(one) && !isLeftOut(one)
  );
}

/**
 * Merges each group of deviations into the largest group that may explain it and has its keys, unless a member of that
 * group refutes it. Repeated until nothing changes, since a merged group has more keys.
 */
function joined(groups: readonly Group[], explanation: Explanation): readonly Group[] {
  const { isExplained, sharedKey, isExplanation, isSharedInPart, isRefuted = () => false } = explanation;
  const keyed = groups.map((deviations) => {
    const mayBeExplained = deviations.every(isExplained);
    const mayExplain = isExplanation === undefined ? mayBeExplained : deviations.some(isExplanation);
    const keys = new Set(sightingsOf(deviations).map(sharedKey));
    return { deviations, mayBeExplained, mayExplain, keys };
  });
  type Keyed = (typeof keyed)[number];
  const isShared = (keys: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
    [...keys][isSharedInPart ? 'some' : 'every']((key) => others.has(key));
  const collected: [explaining: Keyed, ...explained: Keyed[]][] = [];
  const inTurn = keyed.toSorted(
    (one, other) => Number(other.mayExplain) - Number(one.mayExplain) || other.keys.size - one.keys.size,
  );
  for (const one of inTurn) {
    const members = collected.find(
      (some) =>
        one.mayBeExplained &&
        some[0].mayExplain &&
        isShared(one.keys, some[0].keys) &&
        !some.some((member) => isRefuted(one.deviations, member.deviations)),
    );
    if (members === undefined) collected.push([one]);
    else members.push(one);
  }
  if (collected.length === groups.length) return groups;
  const explanationOf = new Map(collected.flatMap((some) => some.map((one) => [one, some[0]])));
  const byExplanation = Map.groupBy(keyed, (one) => explanationOf.get(one) ?? one);
  const merged = [...byExplanation].map(
    ([explaining, some]) =>
      [explaining, ...some.filter((one) => one !== explaining)].flatMap(
        ({ deviations }) => deviations,
      ) as unknown as Group,
  );
  return joined(merged, explanation);
}

export function isLeftOut({ kind }: Pick<ReportedDeviation, 'kind'>): boolean {
  return kind === 'changed though left out';
}

function isNotGone({ kind }: Pick<ReportedDeviation, 'kind'>): boolean {
  return kind === 'not gone';
}

/** Whether an accepted change did not alter a field that it contained. */
function isNotMade({ kind }: Pick<ReportedDeviation, 'kind'>): boolean {
  return asBefore.includes(kind ?? '');
}

/**
 * Sorts the deviations of a problem, the most informative first. Deviations of readings after changes come last. The
 * others are sorted by gravity; then those that a change caused come first (altered values before missing and unchanged
 * ones); then by status; then the member before other callers.
 */
function inOrder(deviations: Group): Group {
  const rankOf = (one: FoundDeviation) => {
    const [first] = one.findings;
    if (first.causedBy !== undefined) return consequences.indexOf(first.kind ?? '');
    return needsNoToken(one) ? 0 : (first.shown?.response.status ?? 0);
  };
  const isOfOthers = ({ findings: [first] }: FoundDeviation) => first.shown?.request.credentials !== 'member';
  return deviations.toSorted(
    (one, other) =>
      Number(isOfLater(one)) - Number(isOfLater(other)) ||
      gravities.indexOf(one.gravity) - gravities.indexOf(other.gravity) ||
      rankOf(one) - rankOf(other) ||
      Number(isOfOthers(one)) - Number(isOfOthers(other)),
  ) as unknown as Group;
}

const isOfLater = ofAll(({ context }) => context === 'read back' || context === 'afterwards');

function isSuccess({ shown }: Sighting): boolean {
  return shown !== undefined && is2xx(shown.response.status);
}

function isFailedReading({ shown }: Sighting): boolean {
  return shown?.request.method === 'GET' && !isSuccessOrRefusal(shown.response.status);
}

function isWrongReading({ shown, kind = '', way }: Sighting): boolean {
  return shown?.request.method === 'GET' && kind.startsWith('status ') && way === undefined;
}

/** Whether a finding is about the whole answer: its status, or a missing or empty body. */
export function isOfWhole({ kind = '', pointer }: Pick<ReportedDeviation, 'kind' | 'pointer'>): boolean {
  return pointer === '' && /^(status |no |empty$)/.test(kind);
}

type Group = readonly [FoundDeviation, ...FoundDeviation[]];

type Groups = readonly [Group, ...Group[]];

function problemOf(report: Results, groups: Groups): Problem {
  const deviations = groups.flat() as [FoundDeviation, ...FoundDeviation[]];
  const [{ gravity, pattern, requirement, varies, findings: some }] = deviations;
  const first = exampleOf(some);
  const others = sightingsOf(deviations).filter((one) => one !== first);
  const findings = [first, ...others] as const;
  const operations = operationsIn(findings);
  // A headline on fields that a change ignored does not name lines of a former address that remain.
  const alike = deviations.filter(
    (one) => one.varies === varies && isNotGone(one.findings[0]) === isNotGone(some[0]),
  );
  const variants = [...new Set(alike.map(({ variant }) => variant))];
  // A headline that counts fields must be true of each.
  const isOfPattern = (field: string): boolean =>
    alike.some((one) => one.variant === field && one.pattern === pattern);
  const kinds = deviations.some(needsNoToken) ? 1 : variants.length;
  const credentials = varies === 'credentials' && kinds > 1 ? kindsInWords(variants) : undefined;
  const isOfOneSubject = findings.every(({ subject }) => subject?.one === first.subject?.one);
  const isCounted: Readonly<Record<Counted, boolean>> = {
    fields: varies === 'field' && kinds > 1 && variants.every(isOfPattern),
    credentials: credentials !== undefined,
    contexts: first.context !== undefined && kinds > 1 && !isOfOneSubject,
  };
  const counted = (Object.keys(isCounted) as Counted[]).find((one) => isCounted[one]);
  const { headline } = headlineOf(report, first, { operations, credentials, isOfOneSubject });
  return {
    ...{ gravity, deviations, findings, requirement, code: codeOf(first), operations, counted },
    headline: counted === 'fields' ? headlineOfFields(pattern, variants) : headline,
    variants: counted === undefined ? variants.slice(1) : variants,
  };
}

/**
 * Larger than the length of nearly any unmasked change. So a masked change is the example only if all changes are
 * masked.
 */
const maskedPenalty = 10_000;

/**
 * Ranks a finding's request as an example; the smallest rank is best. A query counts against a reading. Against a change
 * count, from most to least: that it is empty (a target that accepts it need not accept others); that it is sent in an
 * unusual way; masked values, or a field that then shows an empty text; that it did not send the wrong field; its length.
 */
function exampleRankOf({ cause, shown, pointer }: Sighting): number {
  if (cause === undefined || cause.request.method !== 'PATCH')
    return cause?.request.path.includes('?') ? 1 : 0;
  if (isEmptyChange(cause)) return 3 * maskedPenalty;
  if (cause.request.spelling !== undefined) return 2 * maskedPenalty;
  const isEmptyText = pointer !== '' && valueAt(shown?.response.body, pointer) === '';
  const { body } = cause.request;
  const isUnsent = body !== undefined && [undefined, '{}'].includes(JSON.stringify(valueAt(body, pointer)));
  return (
    (isEmptyText ? maskedPenalty : 0) +
    (isUnsent ? maskedPenalty / 2 : 0) +
    (cause.request.whole === true ? 0 : maskedPenalty) +
    Math.min(cause.request.bodyLength ?? 0, maskedPenalty - 1)
  );
}

function exampleOf(findings: readonly [Sighting, ...Sighting[]]): Sighting {
  return findings.reduce((best, one) => (exampleRankOf(one) < exampleRankOf(best) ? one : best));
}

export function found(
  report: Results,
  identity: (one: Sighting) => string = identityOf,
  isIncluded: (finding: ReportedDeviation) => boolean = isNew,
): FoundDeviation[] {
  const sightings = report.results.flatMap((check) =>
    check.findings.filter(isIncluded).map((finding): Sighting => {
      const { exchange, causedBy = exchange } = finding;
      const [shown, cause] = [report.exchanges[exchange], report.exchanges[causedBy]];
      return { ...finding, check, operation: cause?.operation ?? check.operation, shown, cause };
    }),
  );
  return grouped(sightings, identity).map((findings) => {
    // Prefers a wrong value that was sent, and a change with content: accepting an empty change is less serious.
    const named =
      findings.find((one) => isAsSent(report, one)) ??
      findings.find(({ cause }) => !isEmptyChange(cause)) ??
      findings[0];
    return {
      ...headlineOf(report, named, { operations: operationsIn(findings), isOfOneSubject: true }),
      ...{ requirement: named.requirement, findings },
    };
  });
}

/** Identifies a deviation by requirement, place and kind, like a fingerprint, but independent of the operation. */
function identityOf(one: Sighting): string {
  const { requirement, pointer, kind, check } = one;
  const what = kind === undefined ? ['check', check.id] : kindInWords(one);
  return JSON.stringify([requirement, generalPointer(pointer), what]);
}

/**
 * Narrower than `identityOf`, since these may have different causes: two statuses of one class, and two operations with
 * separate permissions.
 */
function identityWithStatus(report: Results, one: Sighting): string {
  const isOfStatus =
    one.kind === 'json' || one.kind?.startsWith('status ') === true || one.requirement === 'error-message';
  const status = isOfStatus ? one.shown?.response.status : '';
  const operation = isOfEachOperation(report, one) ? one.operation : '';
  const form = one.kind === 'json' ? one.alike : '';
  return `${identityOf(one)} ${status} ${operation} ${form} ${one.isWithoutData === true}`;
}

function operationsIn(findings: readonly Sighting[]): OperationId[] {
  return [...new Set(findings.map(({ operation }) => operation))];
}

export function checksIn(findings: readonly Sighting[]): string[] {
  return [...new Set(findings.map(({ check }) => check.id))];
}

/** Findings that waivers accept, once for each requirement, message and waiver. */
export function waivedFindings(
  results: readonly CheckResult[],
): (ReportedDeviation & { readonly waived: Waived })[] {
  const waived = results
    .flatMap(({ findings }) => findings)
    .flatMap((finding) => (finding.waived === undefined ? [] : [{ ...finding, waived: finding.waived }]));
  return distinct(waived, ({ requirement, message, waived: terms }) =>
    JSON.stringify([requirement, message, terms]),
  );
}

/**
 * The stable code of a deviation: its requirement and the kind of problem, such as `case-price/type`. The code contains
 * no data of the target, and does not depend on the operation.
 */
export function codeOf({ requirement, kind }: Pick<Deviation, 'requirement' | 'kind'>): string {
  return kind === undefined ? requirement : `${requirement}/${symptomOf(kind)}`;
}
