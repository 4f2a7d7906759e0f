import { type Call, getCaseData, getInterfaceDescription, getOrganisation, listCases } from '../api/calls.ts';
import { noCredentials } from '../harness/forgeries.ts';
import { listedCases, type Target } from '../harness/target.ts';
import { is4xx } from '../http/status.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable, undecidableIn } from '../trace/gap.ts';
import type { Exchanges } from './exchanges.ts';

const maxCases = 5;

/**
 * Says why the target's first answers do not look like the service's; undefined if they do. A redirect to another host
 * is not followed, since that host must not see the token.
 */
export async function obstacleTo(
  exchanges: Exchanges,
  target: Target,
  isPrepared: boolean,
): Promise<string | undefined> {
  const { baseUrl } = target;
  try {
    const first = await exchanges.sendOnce(getOrganisation(), 'member');
    const elsewhere = redirectedTo(first, baseUrl);
    if (elsewhere !== undefined)
      return `${baseUrl} redirects to ${elsewhere}, where nothing was sent. Set baseUrl to the address of the service itself.`;
    if (isPrepared || isOfTheService(first)) return undefined;
    const answers = [first];
    for (const call of furtherReads(target)) {
      const answer = await exchanges.sendOnce(call, 'member');
      if (isOfTheService(answer)) return undefined;
      answers.push(answer);
    }
    const anonymous = await exchanges.sendOnce(getOrganisation(), noCredentials);
    if (isOfTheService(anonymous)) {
      // A 401 does not prove that this is the service: many hosts ask for a token on any path.
      if (anonymous.status !== 401 || answers.some(({ status }) => status !== 404)) return undefined;
      return `${baseUrl} answers everything with 404 once it has accepted the token, ${asNoService}`;
    }
    if (isOfGateway(first))
      return `${baseUrl} answers everything with ${first.status}, as a gateway does that reaches no service. See whether the service runs.`;
    return `${baseUrl} answers everything with ${isPage(first) ? 'an HTML page' : '404'}, ${asNoService}`;
  } catch (error) {
    if (error instanceof Undecidable && error.reason === 'unreachable') return error.message;
    if (error instanceof Undecidable) return undefined;
    throw error;
  }
}

/**
 * Says why the target accepted no request: for example, a gateway lets nobody in. Undefined if all answers are 401:
 * then the token may be wrong, which checks report.
 */
export async function refusalOfAll(exchanges: Exchanges, target: Target): Promise<string | undefined> {
  if (exchanges.hasAccepted()) return undefined;
  const statuses = new Set<number>();
  for (const call of [getOrganisation(), ...furtherReads(target)]) {
    if (call.operation === 'getInterfaceDescription') continue;
    const answer = await exchanges.sendOnce(call, 'member').catch(undecidableIn);
    if (answer instanceof Undecidable) continue;
    if (!is4xx(answer.status)) return undefined;
    statuses.add(answer.status);
  }
  if (statuses.size === 0 || (statuses.size === 1 && statuses.has(401))) return undefined;
  const seen = [...statuses].join(', ');
  return `${target.baseUrl} refuses every request with valid credentials (${seen}). Check baseUrl, tokens.member, and whether a gateway before the service lets this machine in.`;
}

const asNoService =
  "as no Case Management Service does. Set baseUrl to the organisation's host, without /api/v2.";

function redirectedTo({ status, headers }: Exchange, baseUrl: string): string | undefined {
  const { location = '' } = headers;
  if (status < 300 || status > 399 || !URL.canParse(location, baseUrl)) return undefined;
  const { origin } = new URL(location, baseUrl);
  return origin === new URL(baseUrl).origin ? undefined : origin;
}

function furtherReads(target: Target): Call[] {
  const cases = listedCases(target).slice(0, maxCases);
  return [listCases(), getInterfaceDescription(), ...cases.map(({ id }) => getCaseData(id))];
}

function isOfTheService(answer: Exchange): boolean {
  return answer.status !== 404 && !isOfGateway(answer) && !isPage(answer);
}

/** Statuses of a gateway that could not reach the service (RFC 9110, sections 15.6.3 and 15.6.5). */
function isOfGateway({ status }: Exchange): boolean {
  return status === 502 || status === 504;
}

function isPage({ status, text }: Exchange): boolean {
  return (status < 300 || status > 399) && status < 500 && /^\s*<(!doctype html|html)\b/i.test(text);
}
