import { deviates, jsonOf } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import { isObject } from '../schema/json.ts';
import { memberOf, valueAt } from '../schema/pointer.ts';
import type { Exchange } from '../trace/exchange.ts';
import { typeInWords } from '../validation/words.ts';

/** A successful answer holds the organisation's details (interface 4.4); that it is JSON is judged beside it. */
export function holdsDetails(reply: Exchange): Judgement[] {
  const found = insteadOfDetails(reply);
  if (found === undefined) return [];
  const words = `The body must hold the organisation's details, but is ${found}`;
  return [deviates(reply, 'get-organisation', words, '', 'no details')];
}

/** What the body is instead, in words; undefined where it may hold details, or is no JSON. */
function insteadOfDetails(reply: Exchange): string | undefined {
  if (reply.text === '') return 'empty';
  if (reply.body.kind === 'not-json') return undefined;
  const details = jsonOf(reply);
  if (Array.isArray(details)) return details.length === 0 ? 'an empty array' : undefined;
  return typeof details === 'object' && details !== null ? undefined : typeInWords(details);
}

/** An object of an answer that may be the record of an organisation, and where it stands. */
interface ShownOrganisation {
  readonly pointer: string;
  readonly record: object;
}

/**
 * The answer itself, and what it may wrap. An object of any other name may be a part of the record, whose members are not
 * the organisation's.
 */
export function organisationsIn(value: unknown): ShownOrganisation[] {
  const places = ['', ...['data', 'organisation', 'organization', 'org'].map((name) => `/${name}`)];
  return places
    .map((pointer) => ({ pointer, record: valueAt(value, pointer) }))
    .filter((one): one is ShownOrganisation => isObject(one.record));
}

/** What tells an organisation from another: its sub-domain or id, in the record or in what wraps it. */
export function identityOf(value: unknown): string | undefined {
  const [first] = identitiesIn(value);
  return first === undefined ? undefined : first.join(' ');
}

/**
 * Whether two records are of two organisations: both show an id or a sub-domain, and of none that both show the same.
 */
export function areOthers(one: unknown, other: unknown): boolean {
  const [ofOne, ofOther] = [new Map(identitiesIn(one)), new Map(identitiesIn(other))];
  const both = [...ofOne.keys()].filter((name) => ofOther.has(name));
  return both.length > 0 && both.every((name) => ofOne.get(name) !== ofOther.get(name));
}

/** Whether two records are of one organisation: both show its id, or its sub-domain. */
export function areTheSame(one: unknown, other: unknown): boolean {
  const known = new Map(identitiesIn(one));
  return identitiesIn(other).some(([name, identity]) => known.get(name) === identity);
}

function identitiesIn(value: unknown): (readonly [name: string, identity: string])[] {
  return organisationsIn(value).flatMap(({ record }) =>
    ['id', 'subDomain'].flatMap((name) => {
      const identity = memberOf(record, name);
      return isIdentity(identity) ? [[name, String(identity)] as const] : [];
    }),
  );
}

/** Whether a value tells what has it from others. */
export function isIdentity(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
