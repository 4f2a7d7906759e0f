import { getCaseData, listCases } from '../api/calls.ts';
import { deviates, held, isJson, isSuccess, jsonOf, undecided, wrongStatus } from '../harness/assertions.ts';
import {
  type About,
  type Check,
  checkOf,
  type Judgement,
  ofEachItem,
  type StatedCheck,
} from '../harness/check.ts';
import { toFix } from '../harness/controls.ts';
import { type ListedCase, listedCases, type Target } from '../harness/target.ts';
import { isAnsweredWithRecord, isOfTheCase, listedAs } from '../rules/case-record.ts';
import { isListOfAnother } from '../rules/listed-identifiers.ts';
import { operations, requirementsOfRefusal } from '../rules/operations.ts';
import { holdsDetails, identityOf } from '../rules/organisation.ts';
import { refusedWith } from '../rules/refusal.ts';
import { flipIndex, judgeFlips } from '../rules/repeated-readings.ts';
import type { OperationId } from '../specification/description.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable } from '../trace/gap.ts';
import { byOutsider, firstOfOthers, type Repeated, readAgain } from './bursts.ts';
import { servedIn, unreadableDescription } from './get-interface-description/served.ts';
import { refusalCheck, twinsMeanwhile } from './refusal-check.ts';

export const repetitionChecks: readonly Check[] = Object.freeze<Check[]>([
  againCheck({
    operation: 'getCaseData',
    title: 'A case that is read again, and at the same time as others, is answered as before',
    requirements: ['case-data-200', 'bodies-are-json', 'case-data-of-the-case'],
    needs: ['a case'],
    rule: (reply, { specification, target }) => {
      const { caseType, id } = caseOf(target, reply);
      return [...isAnsweredWithRecord(reply), ...isOfTheCase(specification, reply, listedAs(caseType, id))];
    },
    ruleOfAll: ({ replies, others }, { specification, target }) =>
      judgeFlips(specification, replies, caseOf(target, replies[0]), others),
  }),
  refusalCheck({
    id: 'getCaseData.credentials-at-once',
    title: 'getCaseData is answered 401 without valid credentials, also while it is read with valid ones',
    requirements: requirementsOfRefusal('getCaseData', 'credentials-401'),
    needs: operations.getCaseData.needs,
    stage: 'repeat',
    twins: (session) => twinsMeanwhile(session, 'getCaseData', 'invalid credentials'),
    rule: refusedWith([401]),
  }),
  refusalCheck({
    id: 'getCaseData.outsider-at-once',
    title: 'A user of another organisation is refused a case, also while a member reads it',
    requirements: requirementsOfRefusal('getCaseData', 'outsider-403'),
    needs: ['a case', 'outsider token'],
    stage: 'repeat',
    twins: (session) => twinsMeanwhile(session, 'getCaseData', 'outsider'),
    rule: refusedWith([403, 404]),
  }),
  againCheck({
    operation: 'getOrganisation',
    title: 'The organisation that is read again is the same',
    requirements: ['get-organisation', 'organisation-is-callers', 'bodies-are-json'],
    rule: (reply) => [...(reply.text === '' ? [] : [isJson(reply)]), ...holdsDetails(reply)],
    ruleOfAll: ({ replies }) => {
      const shown = replies.filter((one) => isSuccess(one) && identityOf(jsonOf(one)) !== undefined);
      const odd = shown[flipIndex(shown.map((one) => identityOf(jsonOf(one)))) ?? -1];
      const words = 'The record changed to that of another organisation and back';
      return [
        odd === undefined ? held : deviates(odd, 'organisation-is-callers', words, '', 'back and forth'),
      ];
    },
  }),
  againCheck({
    operation: 'listCases',
    title: 'Cases can be listed again',
    requirements: ['list-cases-exists', 'bodies-are-json', 'outsider-403'],
    // The documents do not say which cases a list contains, so only its form is judged.
    rule: (reply) => [isJson(reply)],
    ruleOfAll: ({ replies: [first, ...again], all }) => {
      const ofOutsider = byOutsider(all, listCases().path)?.replies ?? [];
      // The first and the last list were read without concurrent requests of the outsider, so their cases are
      // the member's.
      const own = [first, ...again.slice(-1)];
      const odd = again.find((list) => isListOfAnother(list, ofOutsider, own));
      const words = 'The list shows the cases of another organisation, whose user asked at the same moment';
      return odd === undefined ? [] : [deviates(odd, 'outsider-403', words, '', 'of another caller')];
    },
  }),
  againCheck({
    operation: 'getInterfaceDescription',
    title: 'The description is served again',
    requirements: ['description-served'],
    isRepeatable: (first) =>
      servedIn(first).kind === 'description'
        ? held
        : undecided('no-data', unreadableDescription(first), first),
    rule: (reply) => {
      const served = servedIn(reply);
      if (served.kind !== 'no description') return [held];
      const words = `A description was served at first, but the repeated answer ${served.which}`;
      return [deviates(reply, 'description-served', words, '', 'no description')];
    },
    ruleOfAll: () => [],
  }),
]);

type Repetitions = readonly [first: Exchange, ...again: Exchange[]];

interface ReadAgain {
  readonly replies: Repetitions;
  readonly all: readonly Repeated[];
  /** The first readings of other cases. */
  readonly others: readonly Exchange[];
}

interface AgainRow extends Pick<StatedCheck<never>, 'title' | 'requirements' | 'needs'> {
  readonly operation: OperationId;
  /** Whether later answers can be compared with the first answer. If not, the check is undecided. */
  readonly isRepeatable?: (first: Exchange) => Judgement;
  readonly rule: (reply: Exchange, about: About) => readonly Judgement[];
  readonly ruleOfAll: (read: ReadAgain, about: About) => readonly Judgement[];
}

function againCheck({ operation, isRepeatable, rule, ruleOfAll, ...check }: AgainRow): Check {
  const { isAccepted, success = '2xx' } = operations[operation];
  const [requirement = ''] = check.requirements;
  return checkOf<ReadAgain>({
    ...check,
    id: `${operation}.again`,
    stage: 'repeat',
    probe: async function* (session) {
      const all = await session.share(readAgain, (shown) => shown.operation === operation);
      const own = all.filter(
        ({ call, credentials }) => call.operation === operation && credentials === 'member',
      );
      if (own.length === 0) throw new Undecidable('no-data', `${operation} is not described.`);
      for (const { call, replies, missing } of own) {
        const [first, ...again] = replies;
        if (first === undefined) throw missing ?? new Error(`${operation} was not asked for.`);
        const others = operation === 'getCaseData' ? await firstOfOthers(session, call.path) : [];
        yield { replies: [first, ...again], all, others };
        if (missing !== undefined && isAccepted(first.status)) throw missing;
      }
    },
    rule: ofEachItem(function* (read, about) {
      const { replies, all } = read;
      const [first, ...again] = replies;
      if (!isAccepted(first.status)) return yield firstRefused(first);
      const repeatable = isRepeatable?.(first) ?? held;
      if (repeatable.kind === 'undecided') return yield repeatable;
      for (const reply of again) {
        if (isAccepted(reply.status)) yield* rule(reply, about);
        else yield refusedAgain(reply, requirement, success, isTokenAccepted(all));
      }
      yield* ruleOfAll(read, about);
    }),
  });
}

function isTokenAccepted(all: readonly Repeated[]): boolean {
  return all.some(({ credentials, replies }) => credentials === 'member' && replies.slice(1).some(isSuccess));
}

function caseOf(target: Target, { call }: Exchange): ListedCase {
  return listedCases(target).find(({ id }) => getCaseData(id).path === call.path) as ListedCase;
}

/** The first answer is not a success. Undecided, since another check reports that. */
function firstRefused(first: Exchange): Judgement {
  const { call, status } = first;
  const words = `${call.method} ${call.path} is answered ${status}, so it is not repeated. ${toFix(status, 'tokens.member and what the configuration lists')}.`;
  return undecided('control-refused', [words, call.path], first);
}

function refusedAgain(
  reply: Exchange,
  requirement: string,
  due: number | string,
  isTokenAccepted: boolean,
): Judgement {
  if (reply.status === 401 && !isTokenAccepted) {
    const words =
      'tokens.member was accepted before, and is answered 401 since the run sent invalid credentials. If the target locks callers out for that, test with another token.';
    return undecided('control-refused', words, reply);
  }
  const words = `Repeated, ${reply.call.operation} is answered {status} instead of ${due}`;
  return wrongStatus(reply, requirement, words, { context: 'again' });
}
