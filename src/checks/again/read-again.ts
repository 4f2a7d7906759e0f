import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Call,
  getCaseData,
  getInterfaceDescription,
  getOrganisation,
  listCases,
} from '../../api/calls.ts';
import { isSuccess, jsonOf } from '../../harness/assertions.ts';
import { Undecidable, undecidableIn } from '../../harness/check.ts';
import { unknownToken } from '../../harness/forgeries.ts';
import type { Asked, Reply, Sampling, Session } from '../../harness/session.ts';
import { listedCases, type Target } from '../../harness/target.ts';
import { isListOfAnother } from '../../rules/listed-identifiers.ts';
import { identityOf } from '../../rules/organisation.ts';
import { differingPlaces, shownPlaces } from '../../rules/repeated-readings.ts';
import type { CaseType, OperationId } from '../../specification/description.ts';
import type { Specification } from '../../specification/specification.ts';

/** What came of asking one thing again with the same credentials. */
export interface Repeated {
  /** The first answer of the run, and those since then, in the order in which they were asked for. */
  readonly replies: readonly Reply[];
  /** Why not everything was answered, where it was not. */
  readonly missing: Error | undefined;
}

/** A case that was read again. */
export interface RepeatedCase extends Repeated {
  readonly id: string;
  readonly caseType: CaseType;
}

/** What came of asking again for what can be read. */
export interface ReadAgain {
  readonly cases: readonly RepeatedCase[];
  /** What was asked of the other operations, by their paths. */
  readonly others: ReadonlyMap<string, Repeated>;
  /** The answers to invalid credentials for a case that was read with valid ones at the same moment. */
  readonly toForger: Repeated;
  /** The answers to a user of another organisation for a case that a member read at the same moment. */
  readonly toOutsider: Repeated;
  /** The answers to a user of another organisation who asked for the same as the member at the same moment, by their paths. */
  readonly byOutsider: ReadonlyMap<string, Repeated>;
  /** Whether the member's token was accepted for anything of this. */
  readonly isTokenAccepted: boolean;
}

/** So many cases are read at once: at first one of each type, and others where there are fewer types. */
const usualCases = 4;
const thoroughCases = 12;

/** So often is everything read again where everything is tried. */
const thoroughRounds = 3;

/** What differs is read so often at once, and as often a little later, when a copy that is late has caught up. */
const confirmations = 3;
const latenessMs = 400;

/** How often what was read is read again. */
export function roundsOf({ thorough, repeat }: Sampling): number {
  return thorough ? Math.max(repeat, thoroughRounds) : repeat;
}

/** How often the same is refused: once, and where more than usual is read, again, since a refusal may be kept wrongly. */
export function refusalsOf(sampling: Sampling): number {
  return Math.min(2, roundsOf(sampling));
}

/**
 * Reads cases again at the same moment, and with them a case with invalid credentials, the organisation, the list of
 * cases and the description; the organisation and the list are read by a user of another organisation, too. What differs from
 * the reading before is read a few times more.
 */
export async function readAgain(session: Session): Promise<ReadAgain> {
  const { target, sampling, specification } = session;
  const most = sampling.thorough ? thoroughCases : usualCases;
  const listed = repeatedCases(target, most * roundsOf(sampling));
  const cases = await Promise.all(
    listed.map(async (one) => ({ ...one, ...(await begun(session, getCaseData(one.id), showsOtherwise)) })),
  );
  const byOutsider = new Map<string, Answers>(
    target.tokens.has('outsider') ? ofCallers.map(({ path }) => [path, noAnswers()]) : [],
  );
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
  const toForger = noAnswers();
  const toOutsider = noAnswers();
  for (let round = 0; round < roundsOf(sampling); round += 1) {
    // Others meet each other where more than usual is read.
    const met = roundsOf(sampling) > 1 ? [...others, ...others] : others;
    const burst = burstOf(target, atOnce(cases, most, round), met);
    const answers = await session.sendAtOnce(burst.map(({ asked }) => asked));
    for (const [place, answer] of answers.entries()) {
      const { reading, asked } = burst[place] ?? {};
      const ofOutsider = byOutsider.get(asked?.call.path ?? '') ?? toOutsider;
      note(reading ?? (asked?.credentials === 'outsider' ? ofOutsider : toForger), answer);
    }
    for (const reading of [...cases, ...others]) await confirm(session, reading);
  }
  return {
    cases,
    others: new Map(others.map((other) => [other.call.path, other])),
    toForger,
    toOutsider,
    byOutsider,
    isTokenAccepted: [...cases, ...others].some(({ replies }) => replies.slice(1).some(isSuccess)),
  };
}

/** What is of whoever asks, and of nobody else. */
const ofCallers: readonly Call[] = [getOrganisation(), listCases()];

/**
 * The answers to a user of another organisation who asked for what is of whoever asks, while the member asked for the same.
 * @throws {Undecidable} where there is none
 */
export async function readByOutsider(session: Session, { operation, path }: Call): Promise<readonly Reply[]> {
  const { byOutsider } = await session.share(readAgain, ({ call }) => call.operation === operation);
  const { replies = [], missing } = byOutsider.get(path) ?? {};
  if (replies.length === 0) throw missing ?? new Undecidable('no-data', `${path} is not described.`);
  return replies;
}

/** The case that a user of another organisation asks for first while the member reads it: the second where there are several. */
export function caseMeanwhile(target: Target): string | undefined {
  const [first, second = first] = repeatedCases(target, 2);
  return second?.id;
}

/** The cases to read: the first of each type, and then what else is listed. */
function repeatedCases(target: Target, most: number): Pick<RepeatedCase, 'id' | 'caseType'>[] {
  const listed = listedCases(target);
  const first = [...Map.groupBy(listed, ({ caseType }) => caseType).values()].flatMap((all) =>
    all.slice(0, 1),
  );
  return [...first, ...listed.filter((one) => !first.includes(one))].slice(0, most);
}

/**
 * The cases that meet in a round, some of them twice where there are few. Where there are more than may meet, each round
 * takes the next; else others come first in each.
 */
function atOnce<Case>(cases: readonly Case[], most: number, round: number): Case[] {
  const count = cases.length === 0 ? 0 : Math.max(usualCases, Math.min(most, cases.length));
  const from = cases.length > most ? round * most : round;
  return Array.from({ length: count }, (_, place) => cases[(from + place) % cases.length] as Case);
}

/** What comes of asking. */
interface Answers extends Repeated {
  readonly replies: Reply[];
  missing: Error | undefined;
}

/** Something that is being asked again. */
interface Reading extends Answers {
  readonly call: Call;
  /** So many of the replies are known to differ, or not to. */
  known: number;
  /** Whether one answer is about something else than another. */
  readonly differs: (specification: Specification, one: Reply, other: Reply) => boolean;
}

function noAnswers(): Answers {
  return { replies: [], missing: undefined };
}

async function begun(session: Session, call: Call, differs: Reading['differs']): Promise<Reading> {
  const reading: Reading = { call, replies: [], missing: undefined, known: 1, differs };
  // Why there is no first answer is told by the checks that ask for it.
  note(reading, await session.sendOnce(call, 'member').catch(undecidableIn));
  return reading;
}

/** Something that is asked for at once with others; what must be refused is no reading. */
interface AskedAtOnce {
  readonly asked: Asked;
  readonly reading?: Reading;
}

/**
 * What is asked at once: beside the first case, the same with invalid credentials, and beside another case, the organisation
 * and the list, the same by a user of another organisation.
 */
function burstOf(target: Target, cases: readonly Reading[], others: readonly Reading[]): AskedAtOnce[] {
  const isOutsider = target.tokens.has('outsider');
  const byMember = (reading: Reading): AskedAtOnce => ({
    asked: { call: reading.call, credentials: 'member' },
    reading,
  });
  const ofMember = cases.map(byMember);
  const forged = cases.slice(0, 1).map(({ call }) => ({ asked: { call, credentials: unknownToken } }));
  const asOutsider = cases
    .slice(1, 2)
    .filter(() => isOutsider)
    .map(({ call }) => ({ asked: { call, credentials: 'outsider' } as const }));
  const ofOthers = others.flatMap((reading): AskedAtOnce[] =>
    isOutsider && ofCallers.some(({ path }) => path === reading.call.path)
      ? [byMember(reading), { asked: { call: reading.call, credentials: 'outsider' } }]
      : [byMember(reading)],
  );
  return [
    ...ofMember.slice(0, 1),
    ...forged,
    ...ofMember.slice(1, 2),
    ...asOutsider,
    ...ofMember.slice(2),
    ...ofOthers,
  ];
}

function note(answers: Answers, answer: Reply | Error): void {
  if (answer instanceof Error) answers.missing ??= answer;
  else answers.replies.push(answer);
}

/** Reads what is not as it was again, until it can be told whether it changed or goes back and forth. */
async function confirm(session: Session, reading: Reading): Promise<void> {
  const { call, replies, known, differs } = reading;
  const before = replies[known - 1];
  const isOther = (reply: Reply): boolean =>
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
