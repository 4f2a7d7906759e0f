import { type Call, getCaseData, getInterfaceDescription, updateClient } from '../api/calls.ts';
import { held, isSuccess } from '../harness/assertions.ts';
import { type Capability, type Check, checkOf, ofEachItem } from '../harness/check.ts';
import { provenToken } from '../harness/controls.ts';
import {
  type Forgery,
  type ForgeryFamily,
  forgeriesFor,
  forgeryFamilies,
  noCredentials,
  placeFor,
  simplestFor,
  simplestForgeries,
  simplestOfTurn,
} from '../harness/forgeries.ts';
import { collectItems } from '../harness/probe-items.ts';
import type { Credentials, Session } from '../harness/session.ts';
import { altersCall, sendsEmptyCreation, spellingsWithoutToken, withSpelling } from '../harness/spellings.ts';
import {
  cookiesAlone,
  cookiesSetIn,
  isVisibleAscii,
  misplacedTokens,
  overriding,
  patchOverrideHeaders,
  rewritten,
  tokenInAllPlaces,
  tokenInAllPlacesAndBody,
  tokenInBody,
  withCookies,
} from '../harness/token-places.ts';
import { is4xx } from '../http/status.ts';
import { type HeadTwin, headDisclosesNothing, revealsNothing } from '../rules/disclosure.ts';
import {
  callToRefuse,
  emptyPatch,
  guardedOperations,
  isRestricted,
  operations,
  requirementsOfRefusal,
} from '../rules/operations.ts';
import {
  acceptsMisplacedToken,
  refusedWith,
  refusesMisplacedToken,
  refusesOutsiderChange,
  type Twin,
} from '../rules/refusal.ts';
import type { OperationId } from '../specification/description.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable } from '../trace/gap.ts';
import { refusalsOf } from './bursts.ts';
import { fewPermissions, type ReadingOperation } from './few-permissions.ts';
import { askWithoutIdentifier } from './get-case-data/missing-identifier.ts';
import { furtherPages } from './list-cases.ts';
import { type RefusedGroups, refusalCheck, sendTwins } from './refusal-check.ts';

const reading: readonly ReadingOperation[] = ['getCaseData', 'getOrganisation', 'listCases'];

const writing = ['updateClient', 'createOrganisation'] as const;

function rowFor(operation: OperationId, id: string, requirement = 'credentials-401') {
  return {
    id: `${operation}.${id}` as const,
    requirements: requirementsOfRefusal(operation, requirement),
    needs: operations[operation].needs,
    ...(reading.some((one) => one === operation) ? ({ stage: 'during changes' } as const) : {}),
  };
}

function asking(
  operation: OperationId,
  asked: (accepted: readonly Call[], session: Session) => RefusedGroups | Promise<RefusedGroups>,
  /**
   * If only the status of the refusal is judged, the same request with a valid token may be answered 400 or
   * 422 too.
   */
  statusOnly = false,
) {
  const { calls } = operations[operation];
  const isAccepted = (status: number): boolean =>
    operations[operation].isAccepted(status) || (statusOnly && [400, 422].includes(status));
  return async function* (session: Session): AsyncIterable<Twin> {
    const groups = (await asked(calls(session), session)).map((group) =>
      group.map((one, place) => ({
        ...{ twin: one.call, ...one },
        call: callToRefuse(session, one.call, one.credentials, place),
      })),
    );
    yield* sendTwins(session, groups, { isAccepted, isShared: statusOnly });
  };
}

function askingFirst(
  operation: OperationId,
  asked: (accepted: Call, session: Session) => RefusedGroups[number],
  statusOnly = false,
) {
  return asking(
    operation,
    (calls, session) => calls.slice(0, 1).map((call) => asked(call, session)),
    statusOnly,
  );
}

function forged(operation: OperationId, family: ForgeryFamily): Check {
  return refusalCheck({
    ...rowFor(operation, `credentials.${family.id}`),
    title: `${operation} is answered 401 with ${family.title}`,
    twins: asking(
      operation,
      (calls, { sampling }) => {
        const call = calls[placeFor(family, calls.length, sampling)];
        if (call === undefined) return [];
        return forgeriesFor(family, operation, sampling).map((credentials) => [{ call, credentials }]);
      },
      true,
    ),
    rule: refusedWith([401]),
  });
}

/** Sends requests for every listed case or client: a service may guard each separately. */
function everyListed(operation: OperationId): Check {
  return refusalCheck({
    ...rowFor(operation, 'credentials-of-all'),
    title: `${operation} is answered 401 without valid credentials, for everything that is listed`,
    twins: asking(
      operation,
      (calls, { sampling }) =>
        calls.flatMap((call, place) =>
          simplestFor(place, sampling).map((credentials) => [{ call, credentials }]),
        ),
      true,
    ),
    rule: refusedWith([401]),
    searched: { refusedCaller: 'stranger', isRefusal: (status) => status === 401 },
  });
}

/** Sends the token in all wrong places together. If that is accepted or fails, tries each place alone. */
function tokenElsewhere(operation: OperationId): Check {
  const sentIn = (places: (call: Call) => readonly Forgery[], statusOnly = false) =>
    askingFirst(operation, (call) => places(call).map((credentials) => ({ call, credentials })), statusOnly);
  return checkOf<Twin>({
    ...rowFor(operation, 'credentials-elsewhere'),
    title: `${operation} is refused if the valid token is not in the Authorization header, or only headers vouch for the caller`,
    probe: async function* (session) {
      const isOpen = (twin: Twin): boolean => acceptsMisplacedToken(twin, session, 'credentials-401');
      const [call] = operations[operation].calls(session);
      const cookies = call === undefined ? '' : cookiesSetIn(await session.sendOnce(call, 'member'));
      const places = session.target.writes === 'all' ? tokenInAllPlacesAndBody : tokenInAllPlaces;
      const all = withCookies(places, cookies);
      for await (const together of sentIn(() => [all])(session)) {
        // If even a request without credentials succeeds, no wrong place of the token is to blame.
        const bare = isOpen(together)
          ? await collectItems(sentIn(() => [noCredentials], true)(session))
          : undefined;
        if (bare?.items.some(({ refused }) => isSuccess(refused))) return yield* bare.items;
        yield together;
        const isTooMuch = [413, 414, 431].includes(together.refused.status);
        if (session.sampling.thorough || isTooMuch || isOpen(together))
          yield* sentIn(({ body }) => [
            ...misplacedTokens,
            ...(body === undefined ? [] : [tokenInBody]),
            ...(cookies === '' ? [] : [withCookies(cookiesAlone, cookies)]),
          ])(session);
      }
    },
    rule: (items, about) => {
      const judged = items.map((twin) => [...refusesMisplacedToken(twin, about, 'credentials-401')]);
      const [together = [], ...apart] = judged;
      const found = apart.flat().filter(({ kind }) => kind === 'deviates');
      return found.length > 0 ? found : together;
    },
  });
}

function otherPaths(operation: OperationId): Check {
  return refusalCheck({
    ...rowFor(operation, 'credentials-other-paths'),
    title: `${operation} ${operation === 'createOrganisation' ? 'creates' : 'shows'} nothing without credentials, at another spelling of its path`,
    requirements: ['credentials-401'],
    twins: asking(operation, (calls, { sampling }) =>
      calls.slice(0, 1).map((twin) =>
        spellingsWithoutToken(operation, sampling)
          .filter((spelling) => altersCall(twin, spelling))
          .map((spelling) => ({
            ...{ call: withSpelling(twin, spelling), twin, spelling, credentials: noCredentials },
          })),
      ),
    ),
    rule: revealsNothing,
  });
}

function askingCase(method: 'HEAD' | 'OPTIONS' | 'POST', credentials: Credentials) {
  return askingFirst('getCaseData', (twin) => [{ call: { ...twin, method }, twin, credentials }]);
}

async function* askedByHead(session: Session, credentials: Credentials): AsyncIterable<HeadTwin> {
  for await (const twin of askingCase('HEAD', credentials)(session)) {
    const unused = { ...getCaseData(session.unusedIdentifier('case')), method: 'HEAD' } as const;
    const absent = isSuccess(twin.refused) ? await session.send(unused, credentials) : undefined;
    yield { ...twin, absent };
  }
}

/** A service may check the permission, or the organisation, only if the method is GET. */
function headOfCase(credentials: 'outsider' | 'restricted'): Check {
  const isOutsider = credentials === 'outsider';
  const requirement = isOutsider ? 'outsider-403' : 'permissions-403';
  return checkOf<HeadTwin>({
    ...rowFor('getCaseData', isOutsider ? 'outsider-other-methods' : 'permissions-other-methods'),
    title: `HEAD reveals nothing of a case to ${isOutsider ? 'a user of another organisation' : 'a token that lacks the permission'}`,
    requirements: [requirement],
    needs: ['a case', 'writes', `${credentials} token`],
    applies: (target) => isOutsider || isRestricted(target, 'getCaseData'),
    probe: (session) => askedByHead(session, credentials),
    rule: ofEachItem((twin) => headDisclosesNothing(twin, requirement)),
  });
}

interface WrongRequest {
  readonly operation: OperationId;
  readonly id: string;
  /** Continues the sentence "even for …". */
  readonly title: string;
  /** The defect as a sentence, if the request does not show it. */
  readonly detail?: string;
  readonly needs?: readonly Capability[];
  readonly calls: (session: Session) => readonly Call[] | Promise<readonly Call[]>;
  /** Requests that must be accepted, if they are not `calls` with valid credentials. */
  readonly accepted?: (session: Session) => readonly Call[];
  readonly isSentWithAndWithoutToken?: true;
}

function withBody(operation: OperationId, body: string, further: Pick<Call, 'headers'> = {}) {
  return (session: Session): readonly Call[] =>
    operations[operation]
      .calls(session)
      .slice(0, 1)
      .map((call) => ({ ...call, body, ...further }));
}

/** Credentials are checked before existence, ownership and validity, so the answer is 401. */
function wrongRequest({ operation, id, title, detail, calls, ...wrong }: WrongRequest, place: number): Check {
  const { needs = [], accepted = calls } = wrong;
  return refusalCheck({
    ...rowFor(operation, `credentials-${id}`),
    title: `${operation} is answered 401 without valid credentials, even for ${title}`,
    needs,
    twins: async function* (session) {
      await provenToken(session, 'member');
      const [sent, twins] = [await calls(session), await accepted(session)];
      const forgeries = wrong.isSentWithAndWithoutToken
        ? simplestForgeries
        : simplestOfTurn(place, session.sampling);
      const asked = sent.flatMap((call, index) =>
        forgeries.map((credentials) => ({ call, credentials, twin: twins[index] })),
      );
      // The control may be refused, as long as the service itself refuses it. Another check judges its
      // status.
      yield* sendTwins(session, [asked], { isAccepted: (status) => reachesService(operation, status) });
    },
    rule: refusedWith([401], detail),
  });
}

/**
 * Whether the service itself answered. A router that does not know the operation answers, for example, 405.
 */
function reachesService(operation: OperationId, status: number): boolean {
  const isUnrouted = status === 405 || (operation === 'createOrganisation' && status === 404);
  return status !== 401 && status < 500 && !isUnrouted;
}

function withoutPermission(operation: OperationId): Check {
  const isOfRecords = operation === 'getCaseData' || operation === 'updateClient';
  return refusalCheck({
    ...rowFor(operation, 'permissions', 'permissions-403'),
    title: `${operation} is answered 403 with a valid token that lacks the permission`,
    needs: ['restricted token', ...operations[operation].needs],
    applies: (target) => isRestricted(target, operation),
    twins: asking(operation, async (calls, session) =>
      [...calls, ...(operation === 'listCases' ? await furtherPages(session) : [])].map((call) => [
        ...Array(refusalsOf(session.sampling)).fill({ call, credentials: 'restricted' }),
        // A service may check the permission only for a payload from which it can create an organisation.
        ...(operation === 'createOrganisation' && sendsEmptyCreation(session.sampling)
          ? [{ call: { ...call, body: emptyPayload }, twin: call, credentials: 'restricted' } as const]
          : []),
      ]),
    ),
    rule: (twin, ...about) => (isRefusedPayload(twin.refused) ? [held] : refusedWith([403])(twin, ...about)),
    searched: isOfRecords ? { refusedCaller: 'colleague', isRefusal: (status) => status === 403 } : undefined,
    isSpelled: true,
  });
}

const emptyPayload = '{}';

/**
 * Whether the payload was refused before the permission was checked. The documents do not say how a creation
 * is refused (interface 7).
 */
function isRefusedPayload({ call, status }: Exchange): boolean {
  const isOfPayload = call.operation === 'createOrganisation' && call.body === emptyPayload;
  return isOfPayload && is4xx(status) && status !== 401;
}

/**
 * Requests that have a second defect as well as invalid credentials. The identifier that does not exist is in
 * capitals, to find a guard that recognises only lower case.
 */
const wrongRequests: readonly WrongRequest[] = [
  {
    operation: 'getCaseData',
    id: 'before-existence',
    title: 'a case that does not exist, by an identifier in capitals',
    detail: 'No case has this identifier',
    calls: (session) => [getCaseData(session.unusedIdentifier('case').toUpperCase())],
    accepted: (session) => [getCaseData(session.unusedIdentifier('case'))],
    isSentWithAndWithoutToken: true,
  },
  {
    operation: 'getCaseData',
    id: 'before-ownership',
    title: 'a case of another organisation',
    detail: 'The case is of another organisation',
    needs: ['a foreign case'],
    calls: ({ target }) => target.foreignCases.map(getCaseData),
  },
  {
    operation: 'getCaseData',
    id: 'before-form',
    title: 'an identifier that is no UUID',
    detail: 'The identifier is not a UUID',
    calls: () => [getCaseData('not-a-uuid')],
  },
  {
    operation: 'getCaseData',
    id: 'before-validation',
    title: 'a missing identifier',
    detail: 'The identifier is missing',
    calls: async (session) => {
      const { items: replies, gap } = await collectItems(
        askWithoutIdentifier((call) => session.sendOnce(call, 'member')),
      );
      if (gap !== undefined) throw gap;
      const last = replies.slice(-1);
      for (const reply of last.filter(({ status }) => status !== 400)) {
        // A router without a matching route answers everybody alike, before the service checks credentials.
        const words = `A request without a case identifier is answered ${reply.status} with valid credentials, and not 400 (interface 4.1, 7), so a refusal proves nothing. Fix that at the target first.`;
        throw new Undecidable('control-refused', words, ...replies);
      }
      return last.map(({ call }) => call);
    },
  },
  {
    operation: 'updateClient',
    id: 'before-existence',
    title: 'a client that does not exist, by an identifier in capitals',
    detail: 'No client has this identifier',
    needs: ['writes'],
    calls: (session) => [updateClient(session.unusedIdentifier('client').toUpperCase(), emptyPatch)],
    accepted: (session) => [updateClient(session.unusedIdentifier('client'), emptyPatch)],
  },
  ...writing.map((operation) => ({
    ...{ operation, id: 'before-validation', title: 'a body that is no JSON' },
    needs: operations[operation].needs,
    calls: withBody(operation, '{'),
  })),
  ...writing.map((operation) => ({
    ...{ operation, id: 'before-schema', title: 'a body that is no object, or of another media type' },
    needs: operations[operation].needs,
    // Other checks send bodies of a wrong type. So a change also gets a wrong media type here.
    calls: withBody(
      operation,
      '[]',
      operation === 'updateClient' ? { headers: { 'content-type': 'text/plain' } } : {},
    ),
    accepted: operations[operation].calls,
  })),
  {
    operation: 'getCaseData',
    id: 'before-condition',
    title: 'a record with a condition or a range (If-None-Match, Range)',
    needs: ['a case'],
    calls: async (session) => {
      const [call] = operations.getCaseData.calls(session);
      if (call === undefined) return [];
      const { headers } = await session.sendOnce(call, 'member');
      const { etag = '*' } = headers;
      const condition = isVisibleAscii(etag) ? etag : '*';
      return [{ ...call, headers: { 'if-none-match': condition, range: 'bytes=0-' } }];
    },
    accepted: operations.getCaseData.calls,
  },
];

export const refusalChecks: readonly Check[] = Object.freeze<Check[]>([
  ...guardedOperations.flatMap((operation) => forgeryFamilies.map((family) => forged(operation, family))),
  ...(['getCaseData', 'updateClient'] as const).map(everyListed),
  ...guardedOperations.map(tokenElsewhere),
  refusalCheck({
    ...rowFor('getCaseData', 'credentials-proxies'),
    isSeeded: true,
    title:
      'The description shows nothing of a case without credentials, even with headers that name its path',
    requirements: ['credentials-401'],
    // A guard may let the description's path pass without a token. The service may then follow the headers, which name
    // the case's path.
    twins: askingFirst('getCaseData', (call) => [
      {
        call: { ...call, path: getInterfaceDescription().path },
        twin: call,
        credentials: rewritten(call.path),
      },
    ]),
    rule: revealsNothing,
  }),
  ...guardedOperations.map(otherPaths),
  // A run that writes nothing sends only GET, so it leaves this check out.
  checkOf<HeadTwin | Twin>({
    ...rowFor('getCaseData', 'credentials-other-methods'),
    title: 'HEAD, POST and OPTIONS reveal nothing of a case without credentials',
    requirements: ['credentials-401', 'head-as-get'],
    needs: ['a case', 'writes'],
    probe: async function* (session) {
      for await (const twin of askedByHead(session, noCredentials))
        yield { ...twin, get: await session.sendOnce(twin.accepted.call, noCredentials) };
      // The run cannot undo what an undocumented POST does, so that needs disposable data.
      if (session.target.writes === 'all') yield* askingCase('POST', noCredentials)(session);
      // Few services answer OPTIONS with a record, so only a thorough run tries it.
      if (session.sampling.thorough) yield* askingCase('OPTIONS', noCredentials)(session);
    },
    rule: ofEachItem((twin, about) =>
      'absent' in twin
        ? headDisclosesNothing(twin, 'credentials-401')
        : revealsNothing(twin, about, 'credentials-401'),
    ),
  }),
  ...(['outsider', 'restricted'] as const).map(headOfCase),
  refusalCheck({
    ...rowFor('updateClient', 'credentials-other-methods'),
    title: 'GET, PUT, and POST that names the method PATCH, show nothing of a client without credentials',
    twins: askingFirst('updateClient', (twin, { target }) => {
      const { body: _, ...bare } = twin;
      const get = { call: { ...bare, method: 'GET' }, twin, credentials: noCredentials } as const;
      const post = { call: { ...twin, method: 'POST' }, twin, credentials: overriding } as const;
      const put = { call: { ...twin, method: 'PUT' }, twin, credentials: noCredentials } as const;
      // The run cannot undo a change by an undocumented POST or PUT, so these need disposable data.
      return target.writes === 'all' ? [get, post, put] : [get];
    }),
    rule: revealsNothing,
  }),
  // The guard may check the permission for the method POST, while the service follows the header to PATCH.
  refusalCheck({
    ...rowFor('updateClient', 'permissions-other-methods', 'permissions-403'),
    title: 'POST that names the method PATCH shows nothing of a client to a token that lacks the permission',
    needs: ['restricted token', ...operations.updateClient.needs],
    // The run cannot undo a change by an undocumented POST, so this needs disposable data.
    applies: (target) => target.writes === 'all' && isRestricted(target, 'updateClient'),
    twins: askingFirst('updateClient', (twin) => [
      {
        call: { ...twin, method: 'POST', query: '?_method=PATCH', headers: patchOverrideHeaders },
        ...{ twin, credentials: 'restricted' },
      },
    ]),
    rule: revealsNothing,
  }),
  refusalCheck({
    ...rowFor('updateClient', 'outsider', 'outsider-403'),
    title: 'A user of another organisation changes no client',
    needs: [...operations.updateClient.needs, 'outsider token'],
    twins: asking('updateClient', (calls) => [calls.map((call) => ({ call, credentials: 'outsider' }))]),
    rule: refusesOutsiderChange,
    searched: { refusedCaller: 'stranger', isRefusal: (status) => is4xx(status) && status !== 401 },
    isSpelled: true,
  }),
  ...wrongRequests.map(wrongRequest),
  ...guardedOperations.map(withoutPermission),
  ...reading.map(fewPermissions),
]);
