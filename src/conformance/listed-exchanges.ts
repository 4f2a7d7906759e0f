import type { Redacted } from '../http/redact.ts';
import type { Evidence } from '../trace/evidence.ts';
import type { CheckResult } from './result.ts';
import type { NumberedEvidence } from './shown-exchange.ts';

/** The result of a check that names exchanges by their numbers, and what it shows of them. */
export interface NumberedResult {
  readonly result: CheckResult;
  readonly shown: readonly NumberedEvidence[];
}

/** Results that name exchanges by their places in one list, which has each once. */
interface ListedExchanges {
  readonly results: readonly CheckResult[];
  readonly exchanges: readonly Evidence[];
}

/** Lists the exchanges of all results, in the order of their numbers. */
export function listed(numbered: readonly NumberedResult[]): ListedExchanges {
  const byNumber = new Map<number, Evidence>();
  for (const { number, evidence } of numbered.flatMap(({ shown }) => shown)) {
    const known = byNumber.get(number);
    byNumber.set(number, known === undefined ? evidence : united(known, evidence));
  }
  const numbers = [...byNumber.keys()].sort((one, other) => one - other);
  const places = new Map(numbers.map((number, place) => [number, place]));
  return {
    results: numbered.map(({ result }) => withExchanges(result, (number) => places.get(number) ?? -1)),
    exchanges: numbers.flatMap((number) => byNumber.get(number) ?? []),
  };
}

/** The result, with each exchange that it names called otherwise. */
export function withExchanges(result: CheckResult, renamed: (exchange: number) => number): CheckResult {
  const { findings, advisories, evidence } = result;
  const named = <One extends { readonly exchange: number }>(one: One): One => ({
    ...one,
    exchange: renamed(one.exchange),
  });
  return {
    ...result,
    findings: findings.map(named),
    ...(advisories === undefined ? {} : { advisories: advisories.map(named) }),
    evidence: evidence.map(renamed),
  };
}

/** One exchange, with what each check shows of its answer. */
function united(one: Evidence, other: Evidence): Evidence {
  const [body, further] = [one.response.body, other.response.body];
  const both = body === undefined || further === undefined ? (body ?? further) : unitedBodies(body, further);
  const headers = one.response.headers ?? other.response.headers;
  const shown = { ...(headers !== undefined && { headers }), ...(both !== undefined && { body: both }) };
  return { ...one, response: { ...one.response, ...shown } };
}

/** Each is a part of the same body: a list is whole, an object may lack members, and a text may stand for either. */
function unitedBodies(one: Redacted, other: Redacted): Redacted {
  if (!isObject(one)) return typeof one === 'string' && typeof other === 'object' ? other : one;
  if (!isObject(other)) return Array.isArray(other) ? other : one;
  const both = { ...one, ...other };
  for (const [name, value] of Object.entries(one)) {
    const also = Object.hasOwn(other, name) ? other[name] : undefined;
    if (also !== undefined) both[name] = unitedBodies(value, also);
  }
  return both;
}

function isObject(value: Redacted): value is { readonly [name: string]: Redacted } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
