import { deviates, jsonOf } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import { isObject } from '../schema/json.ts';
import { memberOf, valueAt } from '../schema/pointer.ts';
import type { Exchange } from '../trace/exchange.ts';
import { typeInWords } from '../validation/words.ts';

/** A successful answer contains the organisation's details (interface 4.4). Whether it is JSON is judged separately. */
export function holdsDetails(reply: Exchange): Judgement[] {
  const found = insteadOfDetails(reply);
  if (found === undefined) return [];
  const words = `The body must hold the organisation's details, but is ${found}`;
  return [deviates(reply, 'get-organisation', words, '', 'no details')];
}

/** Describes a body without details; undefined if it may contain details, or is not JSON. */
function insteadOfDetails(reply: Exchange): string | undefined {
  if (reply.text === '') return 'empty';
  if (reply.body.kind === 'not-json') return undefined;
  const details = jsonOf(reply);
  if (Array.isArray(details)) return details.length === 0 ? 'an empty array' : undefined;
  return typeof details === 'object' && details !== null ? undefined : typeInWords(details);
}

/** An object in an answer that may be the record of an organisation, and its pointer. */
interface ShownOrganisation {
  readonly pointer: string;
  readonly record: object;
}

/**
 * The answer itself and its possible wrapped records. An object of any other name may be a part of the record, and
 * its members do not identify the organisation.
 */
export function organisationsIn(value: unknown): ShownOrganisation[] {
  const places = ['', ...['data', 'organisation', 'organization', 'org'].map((name) => `/${name}`)];
  return places
    .map((pointer) => ({ pointer, record: valueAt(value, pointer) }))
    .filter((one): one is ShownOrganisation => isObject(one.record));
}

/** The identity of an organisation: its sub-domain or id, in the record or in its wrapper. */
export function identityOf(value: unknown): string | undefined {
  const [first] = identitiesIn(value);
  return first === undefined ? undefined : first.join(' ');
}

/**
 * Whether two records belong to different organisations: they share an id or a sub-domain member, and all shared ones
 * differ.
 */
export function areOthers(one: unknown, other: unknown): boolean {
  const [ofOne, ofOther] = [new Map(identitiesIn(one)), new Map(identitiesIn(other))];
  const both = [...ofOne.keys()].filter((name) => ofOther.has(name));
  return both.length > 0 && both.every((name) => ofOne.get(name) !== ofOther.get(name));
}

/** Whether two records belong to the same organisation: both show the same id or sub-domain. */
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

/** Whether a value can serve as an identity. */
export function isIdentity(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
