import fc from 'fast-check';
import { complete } from '../generation/narrowing.ts';
import { valuesOf } from '../generation/values.ts';
import { listedCases, type Target, type TokenName, tokenNames } from '../harness/target.ts';
import type { Transport, WireRequest } from '../http/transport.ts';
import { type ClientRecord, changeableFields, shows } from '../rules/client-record.ts';
import { isRestricted, operations } from '../rules/operations.ts';
import { isSameUuid, parsedJson } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';

type ConformingAnswer = readonly [status: number, body: unknown];

/**
 * Answers every request like a conforming deployment, without sending it. The deployment has every listed
 * record, and its clients have every field. A dry run uses it to list the requests of a run.
 */
export function conformingTransport(specification: Specification, target: Target): Transport {
  const clients = new Map(
    target.clients.map((id) => [id.toLowerCase(), { ...wholeClient(specification), id }]),
  );
  const refusalOf = (operation: OperationId | undefined, caller: TokenName | undefined) => {
    if (operation === undefined) return refusal(404);
    if (operations[operation].requiresToken && caller === undefined) return refusal(401);
    const isForbidden = caller === 'outsider' || (caller === 'restricted' && isRestricted(target, operation));
    return isForbidden ? refusal(403) : undefined;
  };
  const isRight = (schemaName: string, body: unknown): boolean =>
    specification.validate(schemaName, body).length === 0;
  const answers: Readonly<Record<OperationId, (id: string, body: unknown) => ConformingAnswer>> = {
    getCaseData: (id) => {
      if (id === '') return refusal(400);
      const found = listedCases(target).find((one) => isSameUuid(one.id, id));
      return found === undefined ? refusal(404) : [200, { caseId: found.id, caseType: found.caseType }];
    },
    updateClient: (id, patch) => {
      const record = clients.get(id.toLowerCase());
      if (record === undefined) return refusal(404);
      if (!isRight('ClientPatch', patch)) return refusal(400);
      const fields = changeableFields(specification).filter((field) => shows(patch as ClientRecord, field));
      const named = fields.map((field) => [field, memberOf(patch, field)]);
      const changed = { ...record, ...Object.fromEntries(named) };
      clients.set(id.toLowerCase(), changed);
      return [200, changed];
    },
    createOrganisation: (_, payload) => [
      isRight('OrganisationPayload', payload) ? 201 : 400,
      { message: '' },
    ],
    getInterfaceDescription: () => [200, specification.served],
    listCases: () => [200, []],
    getOrganisation: () => [200, { id: 'organisation' }],
  };
  return {
    send: async (request) => {
      const path = normalized(request.path);
      const [, , id = ''] = path.split('/api/v2')[1]?.split('/') ?? [];
      const operation = specification.operationAt(request.method, path);
      const [status, value] =
        refusalOf(operation, callerOf(request)) ??
        answers[operation as OperationId](id, parsedJson(request.body ?? ''));
      const body = new TextEncoder().encode(JSON.stringify(value));
      return { kind: 'answered', status, headers: {}, body, durationMs: 0 };
    },
    close: async () => {},
  };
}

export function callerOf({ sender }: WireRequest): TokenName | undefined {
  return tokenNames.find((name) => name === sender);
}

/**
 * The path as most servers read it: without dot segments and percent-encoded letters and digits (RFC 3986,
 * section 6.2.2).
 */
function normalized(path: string): string {
  const { pathname } = new URL(`http://localhost${path}`);
  return pathname.replaceAll(/%(?:3\d|[46][1-9A-F]|[57][0-9A])/gi, (code) => decodeURIComponent(code));
}

function refusal(status: number): ConformingAnswer {
  return [status, { message: 'Refused.' }];
}

function wholeClient({ kindNamed }: Specification): ClientRecord {
  const whole = valuesOf(complete(kindNamed('Client')), 'realistic');
  const [client] = fc.sample(whole, { seed: 1, numRuns: 1 });
  return client as ClientRecord;
}
