import { randomUUID } from 'node:crypto';
import { isJsonObject, type Json } from '../../reference/json.ts';
import { json } from '../answers.ts';
import type { Behaviour, ServiceAnswer, ServiceRequest, Variant } from '../behaviour.ts';
import { changed, mapJson, ownMemory, together, when } from '../behaviours.ts';
import { whereUnknown } from '../client-behaviours.ts';
import { fullClient, recordNamed } from '../demo.ts';
import { all, by, on } from '../requests.ts';
import { variantsWith } from '../rows.ts';

const variantsOf = variantsWith({});

const organisationId = '5f0d1c3e-2a68-4b7e-9d11-7c20f4a6be52';
const handlerId = 'b9a4e7d0-6c13-4f8a-8e25-1d7f3b5c9a60';

const { estateAgentEmail = '', estateAgentPhone = '', price = 0 } = recordNamed('purchase');

/** Services whose refusals say something, but reveal nothing of what is refused. */
export const tellingRefusalVariants: readonly Variant[] = Object.freeze([
  ...variantsOf('error-message', [
    [
      'refusals-name-request',
      'Refusals name the requested resource, and the number and the time of the request',
      refusing(({ method, path }) => ({
        message: `${method} ${decodeURIComponent(path)} is refused at ${new Date().toISOString()}.`,
        path,
        requestId: randomUUID(),
      })),
    ],
    [
      'refusals-name-support',
      'Refusals name a contact who is an agent of a case',
      refusing(() => ({ message: `Ask ${String(estateAgentEmail)} or call ${String(estateAgentPhone)}.` })),
    ],
    [
      'refusals-name-support-in-turn',
      'Refusals name different contacts by turns, one of them an agent of a case',
      inTurn(String(estateAgentEmail), 'help@support.example', 'desk@support.example'),
    ],
    [
      'refusals-name-number',
      'Refusals have a number that is equal to the price of a case',
      refusing(() => ({ message: 'Refused.', code: price })),
    ],
    [
      'refusals-name-caller',
      'Refusals name the caller, who has the name and the address of a client',
      refusing(() => ({
        message: `${String(fullClient.firstName)} ${String(fullClient.lastName)}, you may not.`,
        signedInAs: fullClient.emailAddress ?? null,
      })),
    ],
    [
      'unknown-client-404-organisation',
      'A change of a client that does not exist is answered 404 with a contact who is a client and is named in the organisation',
      together(
        whereUnknown(() => json(404, { message: `Ask ${String(fullClient.emailAddress)}.` })),
        when(
          on('getOrganisation'),
          mapJson(200, (record) =>
            isJsonObject(record) ? { ...record, contact: fullClient.emailAddress ?? null } : record,
          ),
        ),
      ),
    ],
    [
      'refusals-name-organisation',
      'Refusals name the organisation by its identifier, which the list of cases shows, too',
      together(
        refusing(() => ({ message: 'Refused.', organisation: organisationId })),
        when(
          on('listCases'),
          mapJson(200, (list) => ({ organisation: organisationId, list })),
        ),
        when(
          on('getOrganisation'),
          mapJson(200, (record) => (isJsonObject(record) ? { ...record, id: organisationId } : record)),
        ),
      ),
    ],
    [
      'refusals-name-handler',
      'Refusals name a contact by the identifier that the list of cases shows as handler',
      together(
        refusing(() => ({ message: 'Refused.', contact: handlerId })),
        when(
          on('listCases'),
          mapJson(200, (list) => ({ handledBy: handlerId, list })),
        ),
      ),
    ],
    [
      'refusals-lead-on',
      'Refusals link to a page that links back to the requested resource',
      changed((answer, { path }) => {
        if (answer.status < 400) return answer;
        const location = `/help/${randomUUID()}?back=${encodeURIComponent(path)}`;
        return { ...answer, headers: { ...answer.headers, location } };
      }),
    ],
    [
      'refusals-name-branch',
      'Refusals name a contact, another one for each record',
      refusing(({ path }) => ({ message: `Ask ${path.split('/').at(4)?.slice(0, 8)}@branch.example.` })),
    ],
    [
      'refusals-show-own-organisation',
      "Refusals show the record of the caller's own organisation",
      when(
        (request) => !on('getOrganisation')(request),
        async (request, reference) => {
          const answer = await reference(request);
          const own = await reference({ ...request, method: 'GET', path: '/api/v2/org', body: '' });
          if (answer.status < 400 || own.status !== 200) return answer;
          return withBody(answer, { message: 'Refused.', organisation: JSON.parse(own.body) });
        },
      ),
    ],
  ]),
  ...variantsOf('permissions-403', [
    'refusals-name-client-to-colleague',
    'The refusal of a token without the permission to change a client names the client',
    when(
      all(on('updateClient'), by('restricted')),
      refusing(({ path }) => ({
        message: path.endsWith(String(fullClient.id))
          ? `You may not change ${String(fullClient.firstName)} ${String(fullClient.lastName)}.`
          : 'You may not change this client.',
      })),
    ),
  ]),
]);

function refusing(body: (request: ServiceRequest) => Json): Behaviour {
  return changed((answer, request) => (answer.status < 400 ? answer : withBody(answer, body(request))));
}

/** Each refusal names the next contact. */
function inTurn(...contacts: readonly string[]): Behaviour {
  const memoryOf = ownMemory(() => ({ count: 0 }));
  return async (request, reference) => {
    const answer = await reference(request);
    if (answer.status < 400) return answer;
    const memory = memoryOf(reference);
    memory.count += 1;
    return withBody(answer, { message: `Ask ${contacts[memory.count % contacts.length]}.` });
  };
}

function withBody(answer: ServiceAnswer, body: Json): ServiceAnswer {
  const written = json(answer.status, body);
  return { ...written, headers: { ...answer.headers, ...written.headers } };
}
