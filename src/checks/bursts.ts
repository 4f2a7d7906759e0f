import { type Call, getCaseData, getInterfaceDescription, getOrganisation, listCases } from '../api/calls.ts';
import { jsonOf } from '../harness/assertions.ts';
import {
  type Forgery,
  forgeriesFor,
  forgeryFamilies,
  noCredentials,
  placeFor,
  unknownToken,
} from '../harness/forgeries.ts';
import type { Asked, Credentials, Sampling, Session } from '../harness/session.ts';
import { tenantNamed, tenantQueried, withSpelling } from '../harness/spellings.ts';
import { type ListedCase, listedCases, type Target } from '../harness/target.ts';
import { rowsOfTurn, turnOf } from '../harness/turns.ts';
import { isListOfAnother } from '../rules/listed-identifiers.ts';
import { identityOf, namesOf } from '../rules/organisation.ts';
import { differingPlaces, membersShown, shownPlaces } from '../rules/repeated-readings.ts';
import { distinct } from '../schema/grouped.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { undecidableIn } from '../trace/gap.ts';

export interface Repeated extends Asked {
  /**
   * The answers, in the order of the requests. For the member, the first is the answer of the first reading of the run.
   */
  readonly replies: readonly Exchange[];
  readonly missing: Error | undefined;
}

const usualCasesPerRound = 4;
/** A run that changes clients reads a case of each type after the changes, too. */
const usualCasesBeforeChanges = 2;
const thoroughCasesPerRound = 12;

function readsCasesAfterChanges({ writes, clients }: Target): boolean {
  return writes !== 'none' && clients.length > 0;
}

/** An invalid token to send while the member reads a case: if there is one, another check sends it for the case, too. */
function tokenMeanwhile({ target, sampling }: Session, { path }: Call): Forgery {
  const listed = listedCases(target);
  const place = listed.findIndex(({ id }) => getCaseData(id).path === path);
  const family = forgeryFamilies.findLast((one) => placeFor(one, listed.length, sampling) === place);
  const [forged = unknownToken] =
    family === undefined || sampling.thorough ? [] : forgeriesFor(family, 'getCaseData', sampling);
  return forged;
}

/** How many listed cases are compared, to choose those to repeat. */
const maxCompared = 100;

const minThoroughRounds = 3;

export function roundsOf({ thorough, repeat }: Sampling): number {
  return thorough ? Math.max(repeat, minThoroughRounds) : repeat;
}

/**
 * How often to send a request that must be refused: twice if readings are repeated, since a cache may keep a refusal.
 */
export function refusalsOf(sampling: Sampling): number {
  return Math.min(2, roundsOf(sampling));
}

/** Request headers that must not change an answer. Only the description may depend on `accept`: it need not be JSON. */
const furtherHeaders = {
  accept: '*/*',
  'accept-language': 'cy, fr;q=0.9, de;q=0.8',
  'accept-encoding': 'gzip',
};

/**
 * Repeats the readings of cases, the organisation, the list and the description in bursts. The same bursts
 * contain requests with invalid credentials and requests of another organisation's user.
 */
export async function readAgain(session: Session): Promise<readonly Repeated[]> {
  const { target, sampling, specification } = session;
  const isChanging = readsCasesAfterChanges(target);
  const least = isChanging ? usualCasesBeforeChanges : usualCasesPerRound;
  const most = sampling.thorough ? thoroughCasesPerRound : least;
  const begin = (calls: readonly Call[]) => Promise.all(calls.map((call) => begun(session, call)));
  const listed = await session.share(casesToRepeat);
  const usual = rowsOfTurn(listed.slice(0, usualCasesPerRound), least, turnOf(sampling));
  const repeated = distinct([...usual, ...listed], ({ id }) => id).slice(0, most * roundsOf(sampling));
  // In reverse, since a service may show of a case what it read before.
  const cases = repeated.map(({ reading }) => ({ ...reading, replies: [...reading.replies] })).reverse();
  const isDescribed = ({ operation }: Call): boolean => specification.describes(operation);
  const ofCallers = await begin([getOrganisation(), listCases()].filter(isDescribed));
  const ofAnybody = await begin([getInterfaceDescription()].filter(isDescribed));
  const own = [...cases, ...ofCallers, ...ofAnybody];
  const toOthers: Reading[] = [];
  const by = (credentials: Credentials, { call, replies }: Reading): Reading[] => {
    if (credentials === 'outsider' && !target.tokens.has('outsider')) return [];
    const known = toOthers.find((one) => one.credentials === credentials && one.call.path === call.path);
    // A careless service returns the organisation that is named in headers or a query. So the outsider names the
    // member's organisation, in one of the two.
    const isNamed = credentials === 'outsider' && call.operation === 'getOrganisation';
    const [naming = tenantNamed] = rowsOfTurn([tenantNamed, tenantQueried], 1, turnOf(sampling));
    const reading: Reading = known ?? {
      ...{ credentials, replies: [], missing: undefined, known: 0 },
      call: isNamed ? withSpelling(call, naming, namesOf(replies)) : call,
      // The checks of credentials judge the same refusals, so each request is sent once per run.
      ...(typeof credentials === 'string' || credentials === unknownToken ? {} : { isShared: true }),
    };
    if (known === undefined) toOthers.push(reading);
    return [reading];
  };
  for (let round = 0; round < roundsOf(sampling); round += 1) {
    const byNobody = (reading: Reading) => (round === 0 ? by(noCredentials, reading) : []);
    const byForged = (reading: Reading) =>
      by(round === 0 ? tokenMeanwhile(session, reading.call) : unknownToken, reading);
    // Four requests are sent together: two cases, one of these, and the outsider's.
    const both = [byForged, byNobody];
    const ofTurn = sampling.thorough ? both : rowsOfTurn(both, 1, turnOf(sampling));
    const besideFirst = isChanging ? ofTurn : [byForged];
    const ofCases = casesOfRound(cases, least, most, round).flatMap((reading, place) => [
      reading,
      ...(place === 0 ? besideFirst.flatMap((ask) => ask(reading)) : []),
      ...(place === 1 ? by('outsider', reading) : []),
      ...(place === 2 && !isChanging ? byNobody(reading) : []),
    ]);
    const bursts = [
      [...ofCases, ...ofAnybody],
      ...ofCallers.map((reading) => [...by('outsider', reading), reading, ...byNobody(reading)]),
    ];
    for (const burst of bursts) {
      // With several rounds, each of these requests also runs concurrently with a copy of itself.
      const again =
        roundsOf(sampling) > 1 ? burst.filter((one) => !ofCases.includes(one) && !one.isShared) : [];
      await askAll(session, own, [...burst, ...again]);
    }
    for (const reading of own) await confirm(session, reading, toOthers);
  }
  return [...own, ...toOthers];
}

/**
 * Every second reading has the further headers, and so has every second one of each case, and the first repetition of
 * everything else. The others are plain, since a cache may keep each form apart. A run that changes clients reads each
 * case plainly after the changes, so its repetitions before them have the headers.
 */
async function askAll(session: Session, own: readonly Reading[], burst: readonly Reading[]): Promise<void> {
  const isVaried = ({ credentials, call }: Reading): boolean =>
    credentials === 'member' && call.operation !== 'getInterfaceDescription';
  const asked = burst.map((reading, place): Asked => {
    const before = reading.replies.length + burst.slice(0, place).filter((one) => one === reading).length;
    const isOfCase = reading.call.operation === 'getCaseData' && !readsCasesAfterChanges(session.target);
    const turn = before + (isOfCase ? turnOf(session.sampling) + own.indexOf(reading) : 1);
    return isVaried(reading) && turn % 2 === 0
      ? { ...reading, call: { ...reading.call, headers: furtherHeaders } }
      : reading;
  });
  const came = await session.sendConcurrently(asked);
  for (const [place, reading] of burst.entries()) note(reading, came[place] as (typeof came)[number]);
}

export function byOutsider(all: readonly Repeated[], path: string): Repeated | undefined {
  return all.find(({ credentials, call }) => credentials === 'outsider' && call.path === path);
}

interface ReadCase extends ListedCase {
  readonly reading: Reading;
}

/** The listed cases, first one of each type: if possible, the last one that shows what another case shows. */
export async function casesToRepeat(session: Session): Promise<readonly ReadCase[]> {
  const { target, specification } = session;
  const listed = await Promise.all(
    listedCases(target)
      .slice(0, maxCompared)
      .map(async (one) => ({ ...one, reading: await begun(session, getCaseData(one.id)) })),
  );
  const showing = Map.groupBy(
    listed.flatMap((one) =>
      [...membersShown(specification, one.reading.replies[0])].map((member) => ({
        one,
        member: member.join(' '),
      })),
    ),
    ({ member }) => member,
  );
  const alike = [...showing.values()]
    .filter(({ length }) => length > 1)
    .flat()
    .reverse();
  const first = distinct([...alike.map(({ one }) => one), ...listed], ({ caseType }) => caseType);
  return [...first, ...listed.filter((one) => !first.includes(one))];
}

/** The first answers of other cases. */
export async function firstOfOthers(session: Session, path: string): Promise<readonly Exchange[]> {
  const all = await session.share(casesToRepeat);
  return all.flatMap(({ reading }) => (reading.call.path === path ? [] : reading.replies));
}

/** The two readings, and several more if they differ. */
export async function confirmed(
  session: Session,
  before: Exchange,
  reply: Exchange,
): Promise<readonly Exchange[]> {
  const replies = [before, reply];
  await confirm(
    session,
    { call: before.call, credentials: 'member', replies, missing: undefined, known: 1 },
    [],
  );
  return replies;
}

/**
 * The cases to read in a round. If not all fit, the next round continues where the last one ended. If there
 * are few, some are read twice.
 */
function casesOfRound<Case>(cases: readonly Case[], least: number, most: number, round: number): Case[] {
  const count = cases.length === 0 ? 0 : Math.max(least, Math.min(most, cases.length));
  const from = cases.length > most ? round * most : round;
  return Array.from({ length: count }, (_, place) => cases[(from + place) % cases.length] as Case);
}

type Differs = (
  specification: Specification,
  one: Exchange,
  other: Exchange,
  ofOutsider: readonly Exchange[],
) => boolean;

const differing: Partial<Record<OperationId, Differs>> = {
  getCaseData: (specification, one, other) => {
    if (one.status !== 200 || other.status !== 200 || one.body === other.body) return false;
    const placesIn = (reply: Exchange) => shownPlaces(specification, jsonOf(reply));
    return differingPlaces(placesIn(one), placesIn(other)).length > 0;
  },
  getOrganisation: (_, one, other) => {
    const [ofOne, ofOther] = [one, other].map((reply) => identityOf(jsonOf(reply)));
    return ofOne !== undefined && ofOther !== undefined && ofOne !== ofOther;
  },
  listCases: (_, one, other, ofOutsider) => isListOfAnother(other, ofOutsider, [one]),
};

interface Reading extends Repeated {
  readonly replies: Exchange[];
  missing: Error | undefined;
  known: number;
}

/**
 * A reading that differs is repeated three times, and three times more after a pause in which replicas can catch up.
 */
const confirmations = 3;
const latenessMs = 400;

function note(reading: Reading, answer: Exchange | Error): void {
  if (answer instanceof Error) reading.missing ??= answer;
  else reading.replies.push(answer);
}

async function begun(session: Session, call: Call): Promise<Reading> {
  const reading: Reading = { call, credentials: 'member', replies: [], missing: undefined, known: 1 };
  // If the first answer is missing, another check reports the reason.
  note(reading, await session.sendOnce(call, 'member').catch(undecidableIn));
  return reading;
}

/** Repeats a reading that differs, to distinguish a lasting change from an answer that alternates. */
async function confirm(session: Session, reading: Reading, toOthers: readonly Reading[]): Promise<void> {
  const { call, replies, known } = reading;
  const before = replies[known - 1];
  const differs = differing[call.operation];
  const isOther = (reply: Exchange): boolean =>
    before !== undefined &&
    differs?.(session.specification, before, reply, byOutsider(toOthers, call.path)?.replies ?? []) === true;
  if (replies.slice(known).some(isOther)) {
    for (const pauseMs of [0, latenessMs]) {
      await session.wait(pauseMs);
      for (let count = 0; count < confirmations; count += 1)
        note(reading, await session.send(call, 'member').catch(undecidableIn));
    }
  }
  reading.known = replies.length;
}
