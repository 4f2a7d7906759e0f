import { type Call, getCaseData, getOrganisation } from '../../api/calls.ts';
import {
  deviates,
  handoverKind,
  handsOver,
  held,
  isSuccess,
  jsonOf,
  statusKind,
  statusOf,
} from '../../harness/assertions.ts';
import type { Check, Judgement } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import { checkOf, ofEachItem } from '../../harness/judged.ts';
import type { Session } from '../../harness/session.ts';
import { type Spelling, spellingsWithToken, written } from '../../harness/spellings.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable, undecidableIn } from '../../trace/gap.ts';
import { readByOutsider } from '../again/read-again.ts';

const row = 'case-data-404-foreign';

const parameters = [
  'organisation',
  'organisationId',
  'organization',
  'orgId',
  'org',
  'tenant',
  'tenantId',
  'subDomain',
];
const tenantHeaders = [
  'x-organisation-id',
  'x-organization-id',
  'x-organisation',
  'x-org-id',
  'x-tenant-id',
  'x-tenant',
];
const hosts = ['x-forwarded-host', 'x-original-host', 'x-host'];

/** The headers in which another organisation is named. */
export const namingHeaders: readonly string[] = [...tenantHeaders, ...hosts];

/** Other spellings of an identifier, in which libraries and databases read the same UUID. */
const spellings: readonly { readonly id: string; readonly of: (id: string) => string }[] = [
  { id: 'without hyphens', of: (id) => id.replaceAll('-', '') },
  { id: 'with a space at its end', of: (id) => `${id} ` },
  { id: 'in braces', of: (id) => `{${id}}` },
  { id: 'as a URN', of: (id) => `urn:uuid:${id}` },
];

/**
 * Neither a token without permissions, nor another spelling, nor a name of the other organisation opens its cases. A
 * user of another organisation is not tried, since the case may be of theirs.
 */
export const otherOrganisationsCheck: Check = checkOf<Tried>({
  id: 'getCaseData.foreign-case-by-other-ways',
  title:
    'A case of another organisation is not read by naming that organisation, by another spelling, or with a token of less permissions',
  operation: 'getCaseData',
  requirements: [row],
  needs: ['a foreign case'],
  stage: 'again',
  probe: async function* (session) {
    await provenToken(session, 'member');
    const name = await nameOfAnother(session);
    for (const id of session.target.foreignCases.slice(0, session.sampling.thorough ? undefined : 1)) {
      const call = getCaseData(id);
      const others = session.target.tokens.has('restricted') ? (['restricted'] as const) : [];
      // UUIDs compare in any case (RFC 9562, section 4): one request shows what a token and what capitals open.
      const inCapitals = getCaseData(id.toUpperCase());
      for (const token of others) yield { reply: await session.send(inCapitals, token) };
      if (session.sampling.thorough) {
        for (const token of others) yield { reply: await session.send(call, token) };
        yield { reply: await session.send(inCapitals, 'member') };
        for (const spelling of spellings) {
          const reply = await session.tryOnce(getCaseData(spelling.of(id)), 'member');
          if (reply !== undefined) yield { reply, spelling: spelling.id };
        }
      }
      for (const spelling of otherPathsFor(session)) {
        const reply = await session.tryOnce(written(call, spelling), 'member');
        if (reply !== undefined) yield { reply, spelling: `written with ${spelling.id}` };
      }
      yield { reply: await session.send(naming(call, name), 'member') };
    }
  },
  rule: ofEachItem(({ reply, spelling }) => [
    spelling === undefined ? keeps(reply) : showsNothing(reply, spelling),
  ]),
});

/** The answer to another way to ask for the case. */
interface Tried {
  readonly reply: Exchange;
  /** How the request is spelled, if the target may take it for another one. */
  readonly spelling?: string;
}

/**
 * A user of another organisation tries them with this one's cases: what keeps the ones apart keeps the others apart.
 */
function otherPathsFor({ target, sampling }: Session): readonly Spelling[] {
  return sampling.thorough || !target.tokens.has('outsider') ? spellingsWithToken(sampling) : [];
}

/** Any refusal is right here. Other checks judge the status of a plain request. */
function keeps(reply: Exchange): Judgement {
  if (isSuccess(reply) || reply.status >= 500) {
    const words = `The status must be 404, but is ${statusOf(reply)}`;
    return deviates(reply, row, words, '', statusKind(reply));
  }
  if (!handsOver(reply)) return held;
  return deviates(
    reply,
    row,
    'The body must be a refusal alone, but holds a record',
    '',
    handoverKind(reply),
  );
}

/** The status for an ambiguous identifier is open, but the answer must not show the case. */
function showsNothing(reply: Exchange, spelling: string): Judgement {
  if (!handsOver(reply)) return held;
  const words = `The case must not be shown where it is asked for ${spelling}, but is`;
  return deviates(reply, row, words, '', `shown ${spelling}`);
}

/** A name or an id of another organisation, as its user reads it; a placeholder if unknown. */
async function nameOfAnother(session: Session): Promise<string> {
  if (!session.target.tokens.has('outsider')) return unknownName;
  const replies = await readByOutsider(session, getOrganisation()).catch(undecidableIn);
  const records = replies instanceof Undecidable ? [] : replies.map(jsonOf);
  const told = records.flatMap((record) => [memberOf(record, 'subDomain'), memberOf(record, 'id')]);
  return told.find((one): one is string => typeof one === 'string' && /^[\w-]+$/.test(one)) ?? unknownName;
}

const unknownName = 'other';

function naming(call: Call, name: string): Call {
  const query = new URLSearchParams(Object.fromEntries(parameters.map((parameter) => [parameter, name])));
  return {
    ...call,
    path: `${call.path}?${query}`,
    headers: Object.fromEntries([
      ...tenantHeaders.map((header) => [header, name]),
      ...hosts.map((header) => [header, `${name}.example`]),
    ]),
  };
}
