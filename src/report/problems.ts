import { isNew } from '../acceptance/accepted.ts';
import { kindInWords } from '../conformance/check-result.ts';
import type { CheckResult, ReportedDeviation, Waived } from '../conformance/result.ts';
import { withoutAnyData } from '../harness/assertions.ts';
import type { Deviation } from '../harness/check.ts';
import { grouped } from '../schema/grouped.ts';
import { generalPointer, pointerTokens } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import { type Gravity, gravities } from '../specification/requirements.ts';
import {
  fewestKinds,
  type Headline,
  headlineOf,
  headlineOfFields,
  isEmptyChange,
  isOfEachOperation,
  letInWithout,
  type References,
  symptomOf,
} from './headline.ts';

/** A statement that is broken at one place in one way, however many checks and exchanges show it. */
export interface ReportDeviation {
  /** A stable code; `explain` explains it. */
  readonly code: string;
  readonly requirement: string;
  readonly gravity: Gravity;
  /** What happened, in one sentence without its full stop. */
  readonly headline: string;
  readonly operations: readonly OperationId[];
  /** The pointer of the first finding, with a star for each list position. */
  readonly pointer: string;
  /** The message of the first finding. */
  readonly message: string;
  /** The fingerprints of all its findings, stable over runs, seeds and cases. */
  readonly fingerprints: readonly string[];
  readonly checks: readonly string[];
  /** The number of its findings. */
  readonly sightings: number;
  /** The first exchange that shows it, as an index into `exchanges`. */
  readonly exchange: number;
  /** The exchange whose consequence that one shows, if there is one. */
  readonly causedBy?: number;
}

/** The headline gives the number of fields or credentials; if there are several contexts, it names none. */
export type Counted = 'fields' | 'credentials' | 'contexts';

/**
 * One thing to fix: the deviations of one mechanism. Many that differ only in a field, in credentials or in another
 * way in are one, too.
 */
export interface Problem {
  readonly gravity: Gravity;
  readonly headline: string;
  /** The code of the first deviation. */
  readonly code: string;
  readonly requirement: string;
  /** What the headline counts without naming it. */
  readonly counted: Counted | undefined;
  /** What the headline counts, or the further fields, credentials and so on that it does not name. */
  readonly variants: readonly string[];
  readonly deviations: readonly [FoundDeviation, ...FoundDeviation[]];
  readonly findings: readonly [Sighting, ...Sighting[]];
  readonly operations: readonly OperationId[];
}

interface FoundDeviation extends Headline {
  readonly requirement: string;
  readonly findings: readonly [Sighting, ...Sighting[]];
}

interface Sighting extends ReportedDeviation {
  readonly check: CheckResult;
  /** That of the exchange that caused it. */
  readonly operation: OperationId;
  /** Of the answer that shows it. */
  readonly status: number | undefined;
  /** The method and path of the request that shows it. */
  readonly request: string;
}

type Results = References & { readonly results: readonly CheckResult[] };

/** The deviations that nothing accepts, in the order in which they were found. */
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

/** If more problems of a pattern differ only in credentials or in another way in, they are one problem. */
const mostAlike = 2;

/** The problems of the deviations that nothing accepts, the gravest first. */
export function problemsOf(report: Results): Problem[] {
  const deviations = found(report, (one) => identityWithStatus(report, one));
  const ofOne = ofLetIn.reduce(
    joined,
    deviations.map((one): Mechanism => [one]),
  );
  const mechanisms = grouped(ofOne, ([first]) => mechanismOf(first)).map(
    (alike) => alike.flat() as unknown as Mechanism,
  );
  const problems = joinable.reduce(joined, mechanisms).map((some) => inOrder(report, some));
  return grouped(problems, ([{ requirement, pattern }]) => JSON.stringify([requirement, pattern]))
    .flatMap((alike) =>
      alike.length > mostAlike ? [problemOf(report, alike)] : alike.map((one) => problemOf(report, [one])),
    )
    .toSorted((one, other) => gravities.indexOf(one.gravity) - gravities.indexOf(other.gravity));
}

/** Fields may be of many requirements, and be wrong in the same way. Those that stay as they are may have other reasons. */
function mechanismOf({
  gravity,
  variant,
  varies,
  requirement,
  mechanism,
  findings: [first],
}: FoundDeviation): string {
  if (isNotMade(first) || isLeftOut(first)) return JSON.stringify([requirement, variant, mechanism]);
  if (first.kind === 'json') return `${mechanism} ${first.alike}`;
  return JSON.stringify(varies === 'field' ? [mechanism] : [gravity, requirement, mechanism]);
}

function isOpen({ mechanism }: Pick<FoundDeviation, 'mechanism'>): boolean {
  return mechanism.startsWith(letInWithout);
}

function isLetIn({ mechanism }: FoundDeviation): boolean {
  return mechanism.startsWith('let in: ');
}

/** A cause of several deviations. */
interface Joinable {
  /** The deviations that another one may explain. */
  readonly isMeant: Kind;
  /** What they have in common with those, such as the changes that caused them. */
  readonly common: (one: Sighting) => string;
  /** The deviations that may explain others; those that are meant do without it. */
  readonly isHome?: Kind;
}

type Kind = (one: FoundDeviation) => boolean;

function ofAll(isSuch: (one: Sighting) => boolean): Kind {
  return ({ findings }) => findings.every(isSuch);
}

function ofKind(...kinds: readonly string[]): Kind {
  return ofAll(({ kind = '' }) => kinds.includes(kind));
}

const changeOf = ({ exchange, causedBy = exchange }: Sighting): string => String(causedBy);

/** What becomes of credentials that are accepted. */
const ofLetIn: readonly Joinable[] = [
  // Operations that need no credentials accept any others, too.
  { isMeant: isLetIn, common: ({ operation }) => operation, isHome: isOpen },
  // Another wrong answer to accepted credentials has the same cause.
  {
    isMeant: ofAll(({ requirement }) => requirement === 'credentials-401'),
    common: ({ operation, credentials }) => `${operation} ${credentials}`,
    isHome: isLetIn,
  },
];

const asBefore = ['not changed', 'not gone'];
const isReadDifferently = ofKind('lag', 'not as read back');

const joinable: readonly Joinable[] = [
  // A wrong status and a missing body of the same answers are one thing.
  { isMeant: ofAll(isOfWhole), common: ({ requirement, exchange }) => `${requirement} ${exchange}` },
  // A reading that fails does so whoever asks, and when.
  { isMeant: ofAll(isFailedReading), common: ({ request, status }) => `${request} ${status}` },
  { isMeant: ofAll(isNotMade), common: changeOf },
  { isMeant: ofAll(isLeftOut), common: changeOf },
  { isMeant: ofKind('made up', 'absent', 'renamed'), common: changeOf },
  {
    isMeant: (one) => ofAll(isNotMade)(one) || isReadDifferently(one),
    common: ({ pointer }) => pointerTokens(pointer)[0] ?? '',
    isHome: isReadDifferently,
  },
  // A value that is altered may become the former one.
  { isMeant: ofAll(isNotMade), common: ({ pointer }) => pointer, isHome: ofAll(isAltered) },
  // One place of the same answers may break several statements.
  {
    isMeant: ofAll((one) => one.pointer !== '' && !isNotMade(one) && !isLeftOut(one)),
    common: ({ exchange, pointer }) => `${exchange} ${pointer}`,
  },
];

function isAltered(one: Sighting): boolean {
  return (
    one.requirement.startsWith('update-client-') && one.pointer !== '' && !isNotMade(one) && !isLeftOut(one)
  );
}

/** Joins deviations with the widest that has all that they have in common. */
function joined(mechanisms: readonly Mechanism[], { isMeant, common, isHome }: Joinable): Mechanism[] {
  const sized = mechanisms.map((deviations) => {
    const isOfOne = deviations.every(isMeant);
    return {
      ...{ deviations, isOfOne, isHome: isHome === undefined ? isOfOne : deviations.some(isHome) },
      all: new Set(deviations.flatMap(({ findings }) => findings.map(common))),
    };
  });
  const homes = sized.filter((one) => one.isHome).toSorted((one, other) => other.all.size - one.all.size);
  const homeOf = (one: (typeof sized)[number]) =>
    one.isOfOne ? homes.find(({ all }) => [...one.all].every((key) => all.has(key))) : undefined;
  const groups = Map.groupBy(sized, (one) => homeOf(one) ?? one);
  return [...groups].map(
    ([home, some]) =>
      [home, ...some.filter((one) => one !== home)].flatMap(
        ({ deviations }) => deviations,
      ) as unknown as Mechanism,
  );
}

/** Whether a field was altered that a change left out. */
function isLeftOut({ kind }: Pick<ReportedDeviation, 'kind'>): boolean {
  return kind === 'changed though left out';
}

/** Whether a field is as before, although a change of it was accepted. */
export function isNotMade({ kind }: Pick<ReportedDeviation, 'kind'>): boolean {
  return asBefore.includes(kind ?? '');
}

/**
 * The gravest first. A request that is answered with a success shows more than a conflict, and its consequence shows most.
 * How a value was altered says more than that it is as before, and what a member is answered more than what others are.
 */
function inOrder({ exchanges }: Results, deviations: Mechanism): Mechanism {
  const rankOf = ({ mechanism, findings: [first] }: FoundDeviation) => {
    if (first.causedBy !== undefined) return asBefore.indexOf(first.kind ?? '');
    return isOpen({ mechanism }) ? 0 : (exchanges[first.exchange]?.response.status ?? 0);
  };
  const isOfOthers = ({ findings: [first] }: FoundDeviation) =>
    exchanges[first.exchange]?.request.credentials !== 'member';
  return deviations.toSorted(
    (one, other) =>
      gravities.indexOf(one.gravity) - gravities.indexOf(other.gravity) ||
      rankOf(one) - rankOf(other) ||
      Number(isOfOthers(one)) - Number(isOfOthers(other)),
  ) as unknown as Mechanism;
}

function isFailedReading({ request, status = 0 }: Sighting): boolean {
  return request.startsWith('GET ') && status >= 500;
}

/** Whether the status is wrong, or the body has nothing to look at. */
export function isOfWhole({ kind = '', pointer }: Pick<ReportedDeviation, 'kind' | 'pointer'>): boolean {
  return pointer === '' && /^(status |no |empty$)/.test(kind);
}

type Mechanism = readonly [FoundDeviation, ...FoundDeviation[]];

function problemOf(report: Results, mechanisms: readonly [Mechanism, ...Mechanism[]]): Problem {
  const deviations = mechanisms.flat() as [FoundDeviation, ...FoundDeviation[]];
  const [{ gravity, pattern, requirement, varies, findings: some }] = deviations;
  const [first = some[0]] = some
    .filter(({ alike }) => alike === some[0].alike || anotherText.test(some[0].alike ?? ''))
    .toSorted((one, other) => opacityOf(report, one) - opacityOf(report, other));
  const others = deviations.flatMap((one) => one.findings).filter((one) => one !== first);
  const findings = [first, ...others] as const;
  const operations = operationsIn(findings);
  const alike = deviations.filter((one) => one.varies === varies);
  const variants = [...new Set(alike.map(({ variant }) => variant))];
  const kinds = deviations.some(isOpen) ? 1 : variants.length;
  const isOfOneSubject = findings.every(({ subject }) => subject?.one === first.subject?.one);
  const isCounted: Readonly<Record<Counted, boolean>> = {
    fields: varies === 'field' && kinds > 1,
    credentials: varies === 'credentials' && kinds >= fewestKinds,
    contexts: first.context !== undefined && kinds > 1 && !isOfOneSubject,
  };
  const counted = (Object.keys(isCounted) as Counted[]).find((one) => isCounted[one]);
  const { headline } = headlineOf(report, first, { operations, credentials: kinds, isOfOneSubject });
  return {
    ...{ gravity, deviations, findings, requirement, code: codeOf(first), operations, counted },
    headline: counted === 'fields' ? headlineOfFields(pattern, kinds) : headline,
    variants: counted === undefined ? variants.slice(1) : variants,
  };
}

/** How a text was altered is not known. */
const anotherText = /^is another text /;

/** The most that a shown change may weigh less than one that is masked, in characters. */
const opaque = 10_000;

/**
 * How little the request of a finding says: a short change says more than a long one, and one without values that are
 * masked more than any other. That an empty change is let in does not show that others are.
 */
function opacityOf({ exchanges }: Results, { exchange, causedBy = exchange }: Sighting): number {
  const cause = exchanges[causedBy];
  if (cause === undefined || cause.request.method !== 'PATCH') return 0;
  if (isEmptyChange(cause)) return 2 * opaque;
  return (cause.request.whole === true ? 0 : opaque) + Math.min(cause.request.bodyLength ?? 0, opaque);
}

function found(report: Results, identity: (one: Sighting) => string = identityOf): FoundDeviation[] {
  const sightings = report.results.flatMap((check) =>
    check.findings.filter(isNew).map((finding): Sighting => {
      const { exchange, causedBy = exchange } = finding;
      const { operation = check.operation } = report.exchanges[causedBy] ?? {};
      const { request, response } = report.exchanges[exchange] ?? {};
      return {
        ...{ ...finding, check, operation, status: response?.status },
        request: `${request?.method} ${request?.path}`,
      };
    }),
  );
  return grouped(sightings, identity).map((findings) => ({
    ...headlineOf(report, findings[0], {
      ...{ operations: operationsIn(findings), credentials: 1, isOfOneSubject: true },
    }),
    ...{ requirement: findings[0].requirement, findings },
  }));
}

/** As fingerprints identify a deviation, but of any operation. */
function identityOf(one: Sighting): string {
  const { requirement, pointer, kind, check } = one;
  const what = kind === undefined ? ['check', check.id] : kindInWords(one);
  return JSON.stringify([requirement, generalPointer(pointer), what]);
}

/** Other statuses of one class may have other reasons, and so may operations that need permissions of their own. */
function identityWithStatus(report: Results, one: Sighting): string {
  const isOfStatus =
    one.kind === 'json' || one.kind?.startsWith('status ') === true || one.requirement === 'error-message';
  const status = isOfStatus ? report.exchanges[one.exchange]?.response.status : '';
  const operation = isOfEachOperation(report, one) ? one.operation : '';
  const form = one.kind === 'json' ? one.alike : '';
  return `${identityOf(one)} ${status} ${operation} ${form} ${one.message.endsWith(withoutAnyData)}`;
}

function operationsIn(findings: readonly Sighting[]): OperationId[] {
  return [...new Set(findings.map(({ operation }) => operation))];
}

function checksIn(findings: readonly Sighting[]): string[] {
  return [...new Set(findings.map(({ check }) => check.id))];
}

/** The findings that are accepted for a reason, once for each requirement, message and terms. */
export function waivedFindings(
  results: readonly CheckResult[],
): (ReportedDeviation & { readonly waived: Waived })[] {
  const waived = results
    .flatMap(({ findings }) => findings)
    .flatMap((finding) => (finding.waived === undefined ? [] : [{ ...finding, waived: finding.waived }]));
  return grouped(waived, ({ requirement, message, waived: terms }) =>
    JSON.stringify([requirement, message, terms]),
  ).map(([first]) => first);
}

/**
 * The stable code of a deviation: its requirement and the kind of problem, such as `case-price/type`. It contains no
 * data, and does not depend on the operation.
 */
export function codeOf({ requirement, kind }: Pick<Deviation, 'requirement' | 'kind'>): string {
  return kind === undefined ? requirement : `${requirement}/${symptomOf(kind)}`;
}
