import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, getCaseData, getInterfaceDescription, getOrganisation, listCases } from '../api/calls.ts';
import { isSuccess, jsonOf } from '../harness/assertions.ts';
import { unknownToken } from '../harness/forgeries.ts';
import type { Asked, Sampling, Session } from '../harness/session.ts';
import { listedCases, type Target } from '../harness/target.ts';
import { isListOfAnother } from '../rules/listed-identifiers.ts';
import { identityOf } from '../rules/organisation.ts';
import { differingPlaces, shownPlaces } from '../rules/repeated-readings.ts';
import type { CaseType, OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable, undecidableIn } from '../trace/gap.ts';

/** The answers to one request, repeated with the same credentials. */
export interface Repeated {
  /** The first answer of the run and the later ones, in the order of their requests. */
  readonly replies: readonly Exchange[];
  /** Why an answer is missing, if one is. */
  readonly missing: Error | undefined;
}

/** A case that was read again. */
interface RepeatedCase extends Repeated {
  readonly id: string;
  readonly caseType: CaseType;
}

/** The answers to all repeated readings. */
export interface ReadAgain {
  readonly cases: readonly RepeatedCase[];
  /** The repeated readings of other operations, by path. */
  readonly others: ReadonlyMap<string, Repeated>;
  /** The answers to invalid credentials for a case that was read concurrently with valid ones. */
  readonly toForger: Repeated;
  /** The answers to a user of another organisation for a case that the member read concurrently. */
  readonly toOutsider: Repeated;
  /** The answers to the same user for the caller's own data, by path. The member requested the same paths. */
  readonly byOutsider: ReadonlyMap<string, Repeated>;
  /** Whether a repeated reading was accepted with the member's token. */
  readonly isTokenAccepted: boolean;
}

const usualCasesPerRound = 4;
const thoroughCasesPerRound = 12;

const minThoroughRounds = 3;

/** How often each reading is repeated. */
export function roundsOf({ thorough, repeat }: Sampling): number {
  return thorough ? Math.max(repeat, minThoroughRounds) : repeat;
}

/** How often a refused request is sent: twice if readings are repeated, since a cache may keep a refusal wrongly. */
export function refusalsOf(sampling: Sampling): number {
  return Math.min(2, roundsOf(sampling));
}

/**
 * Repeats concurrently the readings of cases, the organisation, the list of cases and the description. One case is also
 * requested with invalid credentials; a user of another organisation requests one case, the organisation and the
 * list. A reading that differs from the one before is repeated a few times more.
 */
export async function readAgain(session: Session): Promise<ReadAgain> {
  const { target, sampling, specification } = session;
  const most = sampling.thorough ? thoroughCasesPerRound : usualCasesPerRound;
  const listed = repeatedCases(target, most * roundsOf(sampling));
  const cases = await Promise.all(
    listed.map(async (one) => ({ ...one, ...(await begun(session, getCaseData(one.id), showsOtherwise)) })),
  );
  const isOutsider = target.tokens.has('outsider');
  const byOutsider = new Map((isOutsider ? ofCallers : []).map(({ path }) => [path, noAnswers()]));
  const differences: Partial<Record<OperationId, Reading['differs']>> = {
    getOrganisation: isOfAnother,
    listCases: (_, one, other) =>
      isListOfAnother(other, byOutsider.get(other.call.path)?.replies ?? [], [one]),
  };
  const others = await Promise.all(
    [...ofCallers, getInterfaceDescription()]
      .filter(({ operation }) => specification.describes(operation))
      .map((call) => begun(session, call, differences[call.operation] ?? (() => false))),
  );
  const [toForger, toOutsider] = [noAnswers(), noAnswers()];
  for (let round = 0; round < roundsOf(sampling); round += 1) {
    // With more than one round, the other operations also run concurrently with themselves.
    const twice = roundsOf(sampling) > 1 ? [...others, ...others] : others;
    await askAll(session, [
      ...casesOfRound(cases, most, round).flatMap((reading, place) =>
        place === 0
          ? askers(reading, unknownToken, toForger)
          : askers(reading, 'outsider', place === 1 && isOutsider ? toOutsider : undefined),
      ),
      ...twice.flatMap((reading) => askers(reading, 'outsider', byOutsider.get(reading.call.path))),
    ]);
    for (const reading of [...cases, ...others]) await confirm(session, reading);
  }
  return {
    cases,
    others: new Map(others.map((other) => [other.call.path, other])),
    ...{ toForger, toOutsider, byOutsider },
    isTokenAccepted: [...cases, ...others].some(({ replies }) => replies.slice(1).some(isSuccess)),
  };
}

/** The member's request, and the same request by another caller, if any. */
function askers(reading: Reading, credentials: Asked['credentials'], answers?: Answers): Asker[] {
  const { call } = reading;
  const member: Asker = { call, credentials: 'member', answers: reading };
  return answers === undefined ? [member] : [member, { call, credentials, answers }];
}

/** A request, and where its answer is noted. */
interface Asker extends Asked {
  readonly answers: Answers;
}

/** Sends all requests concurrently. */
async function askAll(session: Session, burst: readonly Asker[]): Promise<void> {
  const came = await session.sendConcurrently(burst);
  for (const [place, { answers }] of burst.entries()) note(answers, came[place] as (typeof came)[number]);
}

/** Requests whose answers depend on the caller's organisation. */
const ofCallers: readonly Call[] = [getOrganisation(), listCases()];

/**
 * The answers to a user of another organisation who requested their own data, while the member requested theirs on the
 * same path.
 * @throws {Undecidable} if none arrived
 */
export async function readByOutsider(
  session: Session,
  { operation, path }: Call,
): Promise<readonly Exchange[]> {
  const { byOutsider } = await session.share(readAgain, (one) => one.operation === operation);
  const { replies = [], missing } = byOutsider.get(path) ?? {};
  if (replies.length === 0) throw missing ?? new Undecidable('no-data', `${path} is not described.`);
  return replies;
}

/** The case that the outsider requests first while the member reads it: the second case, if several are listed. */
export function caseMeanwhile(target: Target): string | undefined {
  const [first, second = first] = repeatedCases(target, 2);
  return second?.id;
}

/** The cases to read: the first of each type, then the other listed ones. */
function repeatedCases(target: Target, most: number): Pick<RepeatedCase, 'id' | 'caseType'>[] {
  const listed = listedCases(target);
  const first = [...Map.groupBy(listed, ({ caseType }) => caseType).values()].flatMap((all) =>
    all.slice(0, 1),
  );
  return [...first, ...listed.filter((one) => !first.includes(one))].slice(0, most);
}

/**
 * The cases that are read concurrently in a round. If there are few, some are read twice. If there are too many for one
 * round, each round takes the next ones; otherwise each round starts with another case.
 */
function casesOfRound<Case>(cases: readonly Case[], most: number, round: number): Case[] {
  const count = cases.length === 0 ? 0 : Math.max(usualCasesPerRound, Math.min(most, cases.length));
  const from = cases.length > most ? round * most : round;
  return Array.from({ length: count }, (_, place) => cases[(from + place) % cases.length] as Case);
}

const isOfAnother: Reading['differs'] = (_, one, other) => {
  const [ofOne, ofOther] = [one, other].map((reply) => identityOf(jsonOf(reply)));
  return ofOne !== undefined && ofOther !== undefined && ofOne !== ofOther;
};

const showsOtherwise: Reading['differs'] = (specification, one, other) => {
  if (one.status !== 200 || other.status !== 200 || one.body === other.body) return false;
  const [ofOne, ofOther] = [one, other].map((reply) => shownPlaces(specification, jsonOf(reply)));
  return ofOne !== undefined && ofOther !== undefined && differingPlaces(ofOne, ofOther).length > 0;
};

/** Repeated answers while they are being collected. */
interface Answers extends Repeated {
  readonly replies: Exchange[];
  missing: Error | undefined;
}

/** A request that the member repeats. */
interface Reading extends Answers {
  readonly call: Call;
  /** The number of replies that have been compared. */
  known: number;
  /** Whether two answers contradict each other. */
  readonly differs: (specification: Specification, one: Exchange, other: Exchange) => boolean;
}

/** A reading that differs is repeated this often immediately, and again after a pause in which replicas catch up. */
const confirmations = 3;
export const latenessMs = 400;

function noAnswers(): Answers {
  return { replies: [], missing: undefined };
}

/** Records an answer, or the reason why none arrived. */
function note(answers: Answers, answer: Exchange | Error): void {
  if (answer instanceof Error) answers.missing ??= answer;
  else answers.replies.push(answer);
}

/** A reading with the first answer of the run. */
async function begun(session: Session, call: Call, differs: Reading['differs']): Promise<Reading> {
  const reading: Reading = { call, replies: [], missing: undefined, known: 1, differs };
  // If the first answer is missing, the checks that send the request report why.
  note(reading, await session.sendOnce(call, 'member').catch(undecidableIn));
  return reading;
}

/** Repeats a reading that differs from the one before, to distinguish a lasting change from values that alternate. */
async function confirm(session: Session, reading: Reading): Promise<void> {
  const { call, replies, known, differs } = reading;
  const before = replies[known - 1];
  const isOther = (reply: Exchange): boolean =>
    before !== undefined && differs(session.specification, before, reply);
  if (replies.slice(known).some(isOther)) {
    for (const pauseMs of [0, latenessMs]) {
      await sleep(pauseMs);
      for (let count = 0; count < confirmations; count += 1)
        note(reading, await session.send(call, 'member').catch(undecidableIn));
    }
  }
  reading.known = replies.length;
}
