import fc from 'fast-check';
import { complete } from '../generation/narrowing.ts';
import { valuesOf } from '../generation/values.ts';
import { listedCases, type Target, type TokenName, tokenNames } from '../harness/target.ts';
import type { Transport, WireRequest } from '../http/transport.ts';
import { type ClientRecord, changeableFields, shows } from '../rules/client-record.ts';
import { isRestricted, operations } from '../rules/operations.ts';
import { isSameUuid, parsedJson } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
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
  return {
    send: async (request) => {
      const [status, body] = answerTo(specification, request, target, clients);
      return {
        kind: 'answered',
        status,
        headers: {},
        body: new TextEncoder().encode(JSON.stringify(body)),
        durationMs: 0,
      };
    },
    close: async () => {},
  };
}

export function callerOf({ sender }: WireRequest): TokenName | undefined {
  return tokenNames.find((name) => name === sender);
}

function answerTo(
  specification: Specification,
  request: WireRequest,
  target: Target,
  clients: Map<string, ClientRecord>,
): ConformingAnswer {
  const { method, body = '' } = request;
  const caller = callerOf(request);
  const path = normalized(request.path);
  const operation = specification.operationAt(method, path);
  if (operation === undefined) return refusal(404);
  if (operations[operation].requiresToken && caller === undefined) return refusal(401);
  if (caller === 'outsider') return refusal(403);
  if (caller === 'restricted' && isRestricted(target, operation)) return refusal(403);
  const rightBody = (schemaName: string): unknown => {
    const value = parsedJson(body);
    return specification.validate(schemaName, value).length === 0 ? value : undefined;
  };
  const [, , id = ''] = path.split('/api/v2')[1]?.split('/') ?? [];
  switch (operation) {
    case 'getCaseData':
      return caseData(id, target);
    case 'updateClient':
      return change(specification, id, rightBody('ClientPatch'), clients);
    case 'createOrganisation':
      return [rightBody('OrganisationPayload') === undefined ? 400 : 201, { message: '' }];
    case 'getInterfaceDescription':
      return [200, specification.served];
    case 'listCases':
      return [200, []];
    case 'getOrganisation':
      return [200, { id: 'organisation' }];
  }
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

function caseData(id: string, target: Target): ConformingAnswer {
  if (id === '') return refusal(400);
  const found = listedCases(target).find((one) => isSameUuid(one.id, id));
  return found === undefined ? refusal(404) : [200, { caseId: found.id, caseType: found.caseType }];
}

function change(
  specification: Specification,
  id: string,
  patch: unknown,
  clients: Map<string, ClientRecord>,
): ConformingAnswer {
  const record = clients.get(id.toLowerCase());
  if (record === undefined) return refusal(404);
  if (patch === undefined) return refusal(400);
  const fields = changeableFields(specification).filter((field) => shows(patch as ClientRecord, field));
  const named = fields.map((field) => [field, memberOf(patch, field)]);
  const changed = { ...record, ...Object.fromEntries(named) };
  clients.set(id.toLowerCase(), changed);
  return [200, changed];
}

function wholeClient({ kindNamed }: Specification): ClientRecord {
  const whole = valuesOf(complete(kindNamed('Client')), 'realistic');
  const [client] = fc.sample(whole, { seed: 1, numRuns: 1 });
  return client as ClientRecord;
}
