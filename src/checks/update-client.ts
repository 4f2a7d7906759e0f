import { updateClient } from '../api/calls.ts';
import {
  deviatesAt,
  hasStatus,
  held,
  isJson,
  isSameAtOnce,
  isSuccess,
  undecided,
} from '../harness/assertions.ts';
import type { Check, Judgement } from '../harness/check.ts';
import { provenToken } from '../harness/controls.ts';
import { asJudged } from '../harness/judged.ts';
import type { Session } from '../harness/session.ts';
import {
  answersWithTheRecord,
  failures,
  isNoRecord,
  isOfAnother,
  isOfTheClient,
  keepsAddress,
  keepsFields,
  type Rule,
  refusedForItsState,
  replacesAddress,
  showsOtherAlone,
  takesFields,
} from '../rules/change-rules.ts';
import {
  type ClientReading,
  clientReadingOf,
  namesField,
  type ObservedChange,
  patchOf,
} from '../rules/client-change.ts';
import {
  type ChangeableField,
  type ClientRecord,
  changeableFields,
  isSame,
  shows,
} from '../rules/client-record.ts';
import { inContext, refusedForItsValues } from '../rules/client-series.ts';
import { differingFields } from '../rules/client-status.ts';
import { emptyPatch, operations } from '../rules/operations.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable } from '../trace/gap.ts';
import { takesChangesAfterRefusals } from './update-client/after-refusals.ts';
import { readsAfterwards } from './update-client/afterwards.ts';
import { changeSeries, type OtherClient } from './update-client/change-series.ts';
import { holdsAtOnce } from './update-client/changes-at-once.ts';
import { rowsOfNormalForms } from './update-client/kept-texts.ts';
import { showsKnownFields } from './update-client/known-fields.ts';
import { nothingToChange } from './update-client/nothing-to-change.ts';
import { clientRecordChecks } from './update-client/record.ts';
import { refusalChecks } from './update-client/refused-changes.ts';
import { followsRules } from './update-client/sequences.ts';
import { keepsTexts } from './update-client/text-round-trips.ts';
import { unknownClientCheck } from './update-client/unknown-client.ts';
import { rowsOfWrongBodies, survivesWrongBodies } from './update-client/wrong-bodies.ts';

/** What every check of changes is about, and needs. */
const changing = { operation: 'updateClient', needs: ['a client', 'writes'], stage: 'change' } as const;

/** The checks of PATCH /api/v2/clients/{id} (interface 4.2). */
export function updateClientChecks(specification: Specification): Check[] {
  return [
    ...checksOfReading,
    noJsonCheck,
    ...clientRecordChecks(specification),
    ...changeableFields(specification).map(checkOfField),
    ...checksOfChanges,
    atOnceCheck,
    textsCheck,
    afterRefusalCheck,
    wrongBodiesCheck(specification),
    ...refusalChecks,
    sequencesCheck,
    afterwardsCheck,
    // Last, since any answer to any of them may be of another client.
    ofTheClientCheck,
  ];
}

const checksOfReading: readonly Check[] = [
  {
    id: 'updateClient.nothing',
    title: 'A change of nothing is answered 200 with the record of the client',
    operation: 'updateClient',
    requirements: ['update-client-200', 'bodies-are-json'],
    needs: ['a client', 'writes'],
    rule: asJudged,
    probe: answersChangeOfNothing,
  },
  unknownClientCheck,
  {
    id: 'updateClient.known-fields',
    title: 'A change of nothing takes away nothing that a client is known to show',
    operation: 'updateClient',
    requirements: ['update-client-omitted-unchanged', 'update-client-address-kept'],
    needs: ['a client', 'writes'],
    applies: ({ shownFields = {} }) => Object.keys(shownFields).length > 0,
    rule: asJudged,
    probe: showsKnownFields,
  },
];

function checkOfField(field: ChangeableField): Check {
  return {
    ...changing,
    id: `updateClient.changes.${field}`,
    title: `${field} alone can be changed`,
    requirements: [
      'update-client-fields',
      ...(field === 'address' ? ['update-client-address-replaced'] : []),
    ],
    rule: asJudged,
    probe: (session) =>
      judgeChanges(session, field, (specification, change) =>
        changesAlone(change, field) ? takesAll(specification, change) : [],
      ),
  };
}

const checksOfChanges: readonly Check[] = [
  {
    ...changing,
    id: 'updateClient.changes.together',
    title: 'Fields can be changed together',
    requirements: ['update-client-fields', 'update-client-address-replaced'],
    rule: asJudged,
    probe: (session) =>
      judgeChanges(session, 'two fields that can be changed', (specification, change) =>
        Object.keys(patchOf(change)).length > 1 ? takesAll(specification, change) : [],
      ),
  },
  {
    ...changing,
    id: 'updateClient.answer',
    title: 'A change is answered 200 with the record as it then is',
    requirements: ['update-client-200'],
    rule: asJudged,
    probe: (session) => judgeChanges(session, 'a field that can be changed', answersWithTheRecord),
  },
  {
    ...changing,
    id: 'updateClient.leaves-out',
    title: 'What a change leaves out stays as it was',
    requirements: ['update-client-omitted-unchanged'],
    rule: asJudged,
    probe: (session) => judgeChanges(session, 'two fields, one that can be changed', keepsFields),
  },
  {
    ...changing,
    id: 'updateClient.keeps-address',
    title: 'A change without an address leaves the address as it was',
    requirements: ['update-client-address-kept'],
    rule: asJudged,
    probe: (session) =>
      judgeChanges(session, 'an address and another field that can be changed', keepsAddress),
  },
];

const textsCheck: Check = {
  ...changing,
  id: 'updateClient.texts',
  title: 'Texts come back as they were sent, whatever characters they hold',
  requirements: ['update-client-fields', 'update-client-address-replaced', ...rowsOfNormalForms],
  rule: asJudged,
  probe: keepsTexts,
};

const afterRefusalCheck: Check = {
  ...changing,
  id: 'updateClient.after-refusal',
  title: 'A change that is taken is taken again after one that was refused',
  requirements: ['update-client-fields'],
  rule: asJudged,
  probe: takesChangesAfterRefusals,
};

const noJsonCheck: Check = {
  id: 'updateClient.no-json',
  title: 'A body that is no JSON does not make the service fail',
  operation: 'updateClient',
  requirements: ['update-client-200'],
  needs: operations.updateClient.needs,
  // The check of credentials sends it beside one without, when its time has come: a service may clear the client for it.
  stage: 'back',
  rule: asJudged,
  probe: async function* ({ target, sendOnce }) {
    for (const client of target.clients.slice(0, 1)) {
      const reply = await sendOnce(updateClient(client, '{'), 'member');
      yield held;
      yield* failures(reply, 'update-client-200', 'A body that is no JSON');
    }
  },
};

function wrongBodiesCheck(specification: Specification): Check {
  return {
    ...changing,
    id: 'updateClient.wrong-bodies',
    title:
      'A wrong body changes nothing where it is refused, and is answered with a right record where it is not',
    requirements: rowsOfWrongBodies(specification),
    rule: asJudged,
    probe: survivesWrongBodies,
  };
}

const ofTheClientCheck: Check = {
  ...changing,
  id: 'updateClient.of-the-client',
  title: 'A change is of the client asked for, and of no other',
  requirements: ['update-client-of-the-client'],
  rule: asJudged,
  probe: isOfNoOther,
};

const atOnceCheck: Check = {
  ...changing,
  id: 'updateClient.at-once',
  title:
    'Changes of two fields of a client, and of two clients, all hold when they are made at the same moment',
  requirements: [
    'update-client-200',
    'update-client-fields',
    'update-client-omitted-unchanged',
    'update-client-of-the-client',
  ],
  rule: asJudged,
  probe: holdsAtOnce,
};

const afterwardsCheck: Check = {
  ...changing,
  id: 'updateClient.reads-afterwards',
  title: 'Cases and the organisation can be read once clients were changed',
  requirements: [
    'list-cases-exists',
    'case-data-200',
    'get-organisation',
    'organisation-is-callers',
    'bodies-are-json',
  ],
  rule: asJudged,
  probe: readsAfterwards,
};

const sequencesCheck: Check = {
  ...changing,
  id: 'updateClient.sequences',
  title: 'Changes follow the rules in any sequence',
  requirements: [
    'update-client-200',
    'update-client-fields',
    'update-client-omitted-unchanged',
    'update-client-address-replaced',
    'update-client-address-kept',
  ],
  rule: asJudged,
  probe: followsRules,
};

async function* answersChangeOfNothing(session: Session): AsyncIterable<Judgement> {
  await provenToken(session, 'member');
  const { specification, target } = session;
  const replies: (readonly [string, Exchange])[] = [];
  let broken: Undecidable | undefined;
  try {
    for (const client of target.clients)
      replies.push([client, await session.sendOnce(updateClient(client, emptyPatch), 'member')]);
  } catch (error) {
    if (!(error instanceof Undecidable)) throw error;
    broken = error;
  }
  // Where another client is read so, this one may be closed.
  const mayBeClosed = replies.some(([, { status }]) => status === 200) ? refusedForItsValues : [];
  for (const [client, reply] of replies) {
    // A service may change one client at a time, and say so.
    if (!refusedForItsState.includes(reply.atOnce?.status ?? 200))
      yield* isSameAtOnce(reply, 'update-client-200');
    // A token without the permission, what is not there, and what is closed to changes: none of it is decided here.
    if ([403, 404, ...refusedForItsState, ...mayBeClosed].includes(reply.status)) {
      const words = `A change of nothing of the client ${client} is answered ${reply.status}. Check clients, and whether tokens.member may change them.`;
      yield undecided('control-refused', words);
      continue;
    }
    yield hasStatus(reply, 200, 'update-client-200');
    if (reply.status !== 200) continue;
    yield isJson(reply);
    const reading = clientReadingOf(reply, client);
    if (reading.isOfAnother) continue;
    if (reading.record === undefined || showsOtherAlone(specification, reading.record))
      yield isNoRecord(reading);
    const shown = specification.fieldsOf('Client').filter((field) => shows(reading.record ?? {}, field));
    session.observe({
      requirement: 'client-fields-present',
      subject: 'updateClient',
      value: shown.join(', '),
    });
  }
  if (broken !== undefined) throw broken;
}

/** What a rule has to say of the changes that the run takes; where it is nothing, a client that shows more is wanted. */
async function* judgeChanges(session: Session, what: string, rule: Rule): AsyncIterable<Judgement> {
  const { changes, broken } = await session.share(changeSeries);
  const judgements = inContext(session.specification, changes).flatMap((change) =>
    rule(session.specification, change),
  );
  yield* judgements;
  if (broken !== undefined) throw broken;
  if (judgements.length === 0) throw nothingToChange(what, session);
}

const takesAll: Rule = (specification, change) => [
  ...takesFields(specification, change),
  ...replacesAddress(specification, change),
];

function changesAlone(change: ObservedChange, field: string): boolean {
  const fields = Object.keys(patchOf(change));
  return fields.length === 1 && fields[0] === field;
}

async function* isOfNoOther(session: Session): AsyncIterable<Judgement> {
  const [series] = await Promise.allSettled([session.share(changeSeries)]);
  // Of whatever the run read until now.
  const ofOthers = session.recordsOfOthers();
  yield* ofOthers.map(isOfAnother);
  if (series.status === 'rejected') throw series.reason;
  const { changes, otherClients } = series.value;
  yield* otherClients.flatMap((other) => isLeftAlone(session.specification, other, changes));
  if (session.target.clients.length < 2) {
    yield undecided(
      'not-configured',
      'List a second client in clients of the configuration, to see that a change lands on no other.',
    );
  }
  const isTold = (one: Judgement): boolean =>
    one.kind === 'deviates' && ofOthers.some(({ number }) => number === one.finding.reply);
  yield* judgeChanges(session, 'an id, and a field that can be changed', (specification, change) =>
    isOfTheClient(specification, change).filter((one) => !isTold(one)),
  );
}

/** Whether a reading shows what the last change of the field of the client itself has sent, and been taken. */
function isOwnChange(
  specification: Specification,
  field: string,
  { record = {}, reply }: ClientReading,
  changes: readonly ObservedChange[],
): boolean {
  const own = changes.findLast(
    (change) =>
      change.answer.reply.number < reply.number &&
      change.answer.reply.call.path === reply.call.path &&
      namesField(change, field),
  );
  return (
    own !== undefined &&
    isSuccess(own.answer.reply) &&
    isSame(specification, field, patchOf(own) as ClientRecord, record)
  );
}

/** A client that another one's changes have passed by. */
function isLeftAlone(
  specification: Specification,
  { before, after }: OtherClient,
  changes: readonly ObservedChange[],
): Judgement[] {
  const { record, reply } = after;
  if (record === undefined) return [];
  const all = differingFields(specification, before, record);
  const late = all.filter((field) => isOwnChange(specification, field, after, changes));
  if (late.length > 0 && late.length === all.length) {
    const words = `${reply.call.path} showed ${late.join(', ')} as before its own change, and later as that had sent it. Which change a reading shows is not known.`;
    return [undecided('no-data', words)];
  }
  const changed = all.filter((field) => !late.includes(field));
  if (changed.length === 0)
    return specification.fieldsOf('Client').some((field) => field !== 'id' && shows(record, field))
      ? [held]
      : [];
  const words = 'must be as before, since another client was changed';
  return changed.map((field) =>
    deviatesAt(reply, 'update-client-of-the-client', `/${field}`, words, 'changed with another'),
  );
}
