import type { DemoOrganisation } from '../demo.ts';
import { isAsciiIdentifier } from '../entry.ts';
import { refusal } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { isGuarded, operations, type Permission, permissions } from '../operations.ts';
import type { OwnedRecord } from '../store/records.ts';
import type { Caller } from '../store/tokens.ts';
import type { Store } from '../store.ts';

export interface StateOptions {
  readonly store: Store;
  /** The organisation whose sub-domain the service answers for. */
  readonly own: DemoOrganisation;
  readonly foreign: DemoOrganisation;
  readonly tokens: { readonly restricted: string; readonly outsider: string };
}

interface Preparation {
  /**
   * The thing that the state changes, such as one client. States with the same subject are undone together.
   */
  readonly subject: string;
  readonly values: JsonObject;
  /**
   * Sets up the state.
   * @throws if that is not possible; the error is answered with 409
   */
  readonly setUp: () => Promise<Undo>;
}

export type Undo = () => Promise<void>;

/**
 * Reads the parameters of a state.
 * @throws if a parameter is wrong; the error is answered with 400
 */
type State = (params: JsonObject) => Preparation;

export function providerStates(options: StateOptions): ReadonlyMap<string, State> {
  const { store, own, foreign } = options;
  const replace = { case: store.replaceCase, client: store.replaceClient };
  const stored = (
    kind: 'case' | 'client',
    params: JsonObject,
    recordWith?: (id: string) => JsonObject,
    owner = own,
  ): Preparation => {
    const id = identifierOf(params, `${kind}Id`);
    const replacement = recordWith && { organisationId: owner.id, record: recordWith(id) };
    return {
      subject: `${kind} ${id.toLowerCase()}`,
      values: { [`${kind}Id`]: id },
      setUp: () => replaceUndoably<OwnedRecord>((next) => replace[kind](id, next), replacement),
    };
  };
  return new Map<string, State>([
    ['a case with this record', (params) => stored('case', params, (id) => recordOf(params, id, 'caseId'))],
    [
      'a case of this type',
      (params) => stored('case', params, (caseId) => ({ caseId, caseType: textOf(params, 'caseType') })),
    ],
    ['no such case', (params) => stored('case', params)],
    [
      'a case of another organisation',
      (params) => stored('case', params, (caseId) => ({ caseId, caseType: 'Sale' }), foreign),
    ],
    ['a client with this record', (params) => stored('client', params, (id) => recordOf(params, id, 'id'))],
    ['a client', (params) => stored('client', params, (id) => ({ id }))],
    ['no organisation with this sub-domain', (params) => freeSubDomain(options, textOf(params, 'subDomain'))],
    ['a caller without permission', (params) => withoutPermission(options, textOf(params, 'operation'))],
    ['a caller of another organisation', () => ofAnotherOrganisation(options)],
  ]);
}

/**
 * Makes a sub-domain free. Undoing returns the sub-domain to its former owner, even if another organisation took it
 * meanwhile.
 */
function freeSubDomain({ store, own }: StateOptions, subDomain: string): Preparation {
  return {
    subject: `sub-domain ${subDomain.toLowerCase()}`,
    values: { subDomain },
    setUp: async () => {
      if (subDomain.toLowerCase() === own.subDomain.toLowerCase())
        throw refusal(409, 'This sub-domain is that of the service itself, so it cannot be free.');
      return replaceUndoably<string>((next) => store.assignSubDomain(subDomain, next), undefined);
    },
  };
}

function withoutPermission({ store, own, tokens }: StateOptions, operation: string): Preparation {
  const { restricted } = tokens;
  const withheld = isGuarded(operation) ? operations[operation].permission : undefined;
  return {
    subject: `permission ${withheld}`,
    values: {},
    setUp: async () => {
      if (withheld === undefined)
        throw refusal(409, `No permission is known for the operation '${operation}'.`);
      const { organisationId, permissions: former } = await callerOf(store, restricted);
      if (organisationId !== own.id) throw refusal(409, 'The restricted token is of another organisation.');
      await setPermission(store, restricted, withheld, false);
      return () => setPermission(store, restricted, withheld, former.includes(withheld));
    },
  };
}

/**
 * Grants or revokes one permission of a token. The token's other permissions are read again, since other states may
 * change them meanwhile.
 */
async function setPermission(store: Store, token: string, permission: Permission, isPermitted: boolean) {
  await store.transaction(async (transaction) => {
    const { permissions: present } = await callerOf(transaction, token);
    await transaction.setPermissions(
      token,
      permissions.filter((one) => (one === permission ? isPermitted : present.includes(one))),
    );
  });
}

function ofAnotherOrganisation({ store, own, tokens }: StateOptions): Preparation {
  return {
    subject: 'outsider',
    values: {},
    setUp: async () => {
      const { organisationId } = await callerOf(store, tokens.outsider);
      if (organisationId === own.id) throw refusal(409, 'The outsider token is of this organisation.');
      return async () => undefined;
    },
  };
}

async function callerOf(store: Store, token: string): Promise<Caller> {
  const caller = await store.findCaller(token);
  if (caller === undefined) throw refusal(409, 'The token that this state is about is not valid.');
  return caller;
}

async function replaceUndoably<T>(
  replace: (next: T | undefined) => Promise<T | undefined>,
  next: T | undefined,
): Promise<Undo> {
  const former = await replace(next);
  return async () => {
    await replace(former);
  };
}

export function readStateChange(body: unknown) {
  assertRight(isJsonObject(body), 'The body must be a JSON object.');
  const { action, state, params = {} } = body;
  assertRight(action === 'setup' || action === 'teardown', 'action must be setup or teardown.');
  assertRight(typeof state === 'string', 'state must be a string.');
  assertRight(isJsonObject(params), 'params must be an object.');
  return { action, state, params };
}

function assertRight(isRight: boolean, complaint: string): asserts isRight {
  if (!isRight) throw refusal(400, complaint);
}

function textOf(params: JsonObject, name: string): string {
  const value = params[name];
  assertRight(typeof value === 'string', `params.${name} must be a string.`);
  return value;
}

function identifierOf(params: JsonObject, name: string): string {
  const value = textOf(params, name);
  assertRight(isAsciiIdentifier(value), `params.${name} must be printable ASCII without spaces.`);
  return value;
}

/** The parameter `record`. Its member `field` must be equal to `identifier`, which is another parameter. */
function recordOf(params: JsonObject, identifier: string, field: string): JsonObject {
  const { record } = params;
  assertRight(isJsonObject(record), 'params.record must be an object.');
  const own = record[field];
  assertRight(
    typeof own === 'string' && own.toLowerCase() === identifier.toLowerCase(),
    `params.record.${field} must be the identifier in params.`,
  );
  return record;
}
