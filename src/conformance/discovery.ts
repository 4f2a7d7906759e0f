import { getCaseData, listCases } from '../api/calls.ts';
import { Undecidable } from '../harness/check.ts';
import type { Target } from '../harness/target.ts';
import { is2xx } from '../http/status.ts';
import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import type { CaseType } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange, Exchanges } from './exchanges.ts';
import { identifiersIn } from './identifiers.ts';

/** What the list of cases led to. */
export interface Discovery {
  /** Identifiers that the list shows, of whatever they are. */
  readonly identifiers: number;
  /** Those of them that were asked for as a case. */
  readonly tried: number;
  /** Those that turned out to be cases, by the type that their records name. */
  readonly cases: Target['cases'];
  /** Requests that this took. */
  readonly requests: number;
  /** Why the list could not be read. */
  readonly obstacle?: string;
}

const mostTried = 40;
const mostOfType = 10;

/**
 * Finds cases of the member's organisation by what GET /api/v2/cases answers: whatever its shape, which the documents
 * leave open (interface 4.5), a case is what can be read as one. Never rejects for what the target does.
 */
export async function discover(
  { caseTypes }: Specification,
  exchanges: Exchanges,
  { foreignCases }: Target,
): Promise<Discovery> {
  const cases = Object.fromEntries(
    caseTypes.map((caseType): [CaseType, string[]] => [caseType, []]),
  ) as Record<CaseType, string[]>;
  const list = await listOf(exchanges);
  const identifiers = identifiersIn(list.value);
  // One that the list should not show remains what the configuration says that it is.
  const foreign = new Set(foreignCases.map((id) => id.toLowerCase()));
  const candidates = identifiers.filter((id) => !foreign.has(id.toLowerCase())).slice(0, mostTried);
  for (const id of candidates) {
    const record = await recordOf(exchanges, id);
    if (record === undefined) continue;
    const listed = cases[typeOf(caseTypes, record)];
    if (listed !== undefined && listed.length < mostOfType) listed.push(id);
  }
  return {
    identifiers: identifiers.length,
    tried: candidates.length,
    cases,
    requests: exchanges.count(),
    ...(list.obstacle === undefined ? {} : { obstacle: list.obstacle }),
  };
}

/** The value that lists the cases, or why there is none. */
async function listOf(exchanges: Exchanges): Promise<{ value?: unknown; obstacle?: string }> {
  const { method, path } = listCases();
  const exchange = await answerTo(exchanges.send(listCases(), 'member'));
  if (exchange instanceof Undecidable) return { obstacle: exchange.message };
  const { status, body } = exchange;
  if (!is2xx(status)) return { obstacle: `${method} ${path} is answered ${status}.` };
  if (body.kind === 'not-json') return { obstacle: `${method} ${path} is answered ${status} without JSON.` };
  return { value: body.value };
}

/** The record of a case; undefined where the identifier is not that of a case that the member may read. */
async function recordOf(exchanges: Exchanges, id: string): Promise<object | undefined> {
  const exchange = await answerTo(exchanges.send(getCaseData(id), 'member'));
  if (exchange instanceof Undecidable || exchange.status !== 200 || exchange.body.kind === 'not-json')
    return undefined;
  const { value } = exchange.body;
  return isObject(value) ? value : undefined;
}

async function answerTo(sent: Promise<Exchange>): Promise<Exchange | Undecidable> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof Undecidable) return error;
    throw error;
  }
}

/** The type that a record names, in whatever letters. One that names none deviates, which shows under any type. */
function typeOf(caseTypes: readonly CaseType[], record: object): CaseType {
  const named = memberOf(record, 'caseType');
  const isNamed = (caseType: CaseType) => typeof named === 'string' && plain(named) === plain(caseType);
  return caseTypes.find(isNamed) ?? caseTypes[0] ?? 'Sale';
}

function plain(text: string): string {
  return text.replaceAll(/\s/g, '').toLowerCase();
}
