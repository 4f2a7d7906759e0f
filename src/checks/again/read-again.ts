import {
  type Call,
  getCaseData,
  getInterfaceDescription,
  getOrganisation,
  listCases,
} from '../../api/calls.ts';
import { isSuccess, jsonOf } from '../../harness/assertions.ts';
import type { Sampling, Session } from '../../harness/session.ts';
import { listedCases, type Target } from '../../harness/target.ts';
import { isListOfAnother } from '../../rules/listed-identifiers.ts';
import { identityOf } from '../../rules/organisation.ts';
import { differingPlaces, shownPlaces } from '../../rules/repeated-readings.ts';
import type { CaseType, OperationId } from '../../specification/description.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable } from '../../trace/gap.ts';
import { askAtOnce, type ToOthers } from './burst.ts';
import { begun, confirm, noAnswers, type Reading, type Repeated } from './reading.ts';

/** A case that was read again. */
export interface RepeatedCase extends Repeated {
  readonly id: string;
  readonly caseType: CaseType;
}

/** The answers to all repeated readings. */
export interface ReadAgain extends ToOthers {
  readonly cases: readonly RepeatedCase[];
  /** The repeated readings of other operations, by path. */
  readonly others: ReadonlyMap<string, Repeated>;
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
  const asOutsider = target.tokens.has('outsider') ? ofCallers : [];
  const byOutsider = new Map(asOutsider.map(({ path }) => [path, noAnswers()]));
  const isListOfOutsider: Reading['differs'] = (_, one, other) =>
    isListOfAnother(other, byOutsider.get(other.call.path)?.replies ?? [], [one]);
  const differences: Partial<Record<OperationId, Reading['differs']>> = {
    getOrganisation: isOfAnother,
    listCases: isListOfOutsider,
  };
  const others = await Promise.all(
    [...ofCallers, getInterfaceDescription()]
      .filter(({ operation }) => specification.describes(operation))
      .map((call) => begun(session, call, differences[call.operation] ?? never)),
  );
  const toOthers = { toForger: noAnswers(), toOutsider: noAnswers(), byOutsider };
  for (let round = 0; round < roundsOf(sampling); round += 1) {
    // With more than one round, the other operations also run concurrently with themselves.
    const met = roundsOf(sampling) > 1 ? [...others, ...others] : others;
    await askAtOnce(session, atOnce(cases, most, round), met, toOthers);
    for (const reading of [...cases, ...others]) await confirm(session, reading);
  }
  return {
    cases,
    others: new Map(others.map((other) => [other.call.path, other])),
    ...toOthers,
    isTokenAccepted: [...cases, ...others].some(({ replies }) => replies.slice(1).some(isSuccess)),
  };
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
function atOnce<Case>(cases: readonly Case[], most: number, round: number): Case[] {
  const count = cases.length === 0 ? 0 : Math.max(usualCasesPerRound, Math.min(most, cases.length));
  const from = cases.length > most ? round * most : round;
  return Array.from({ length: count }, (_, place) => cases[(from + place) % cases.length] as Case);
}

const never: Reading['differs'] = () => false;

const isOfAnother: Reading['differs'] = (_, one, other) => {
  const [ofOne, ofOther] = [one, other].map((reply) => identityOf(jsonOf(reply)));
  return ofOne !== undefined && ofOther !== undefined && ofOne !== ofOther;
};

const showsOtherwise: Reading['differs'] = (specification, one, other) => {
  if (one.status !== 200 || other.status !== 200 || one.body === other.body) return false;
  const [ofOne, ofOther] = [one, other].map((reply) => shownPlaces(specification, jsonOf(reply)));
  return ofOne !== undefined && ofOther !== undefined && differingPlaces(ofOne, ofOther).length > 0;
};
