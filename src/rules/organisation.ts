import { deviates, jsonOf } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import type { Reply } from '../harness/session.ts';
import { isObject } from '../schema/json.ts';
import { memberOf, valueAt } from '../schema/pointer.ts';
import { typeInWords } from '../validation/words.ts';

/** A successful answer holds the organisation's details (interface 4.4); that it is JSON is judged beside it. */
export function holdsDetails(reply: Reply): Judgement[] {
  const found = insteadOfDetails(reply);
  if (found === undefined) return [];
  const words = `The body must hold the organisation's details, but is ${found}`;
  return [deviates(reply, 'get-organisation', words, '', 'no details')];
}

/** What the body is instead, in words; undefined where it may hold details, or is no JSON. */
function insteadOfDetails(reply: Reply): string | undefined {
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
  for (const { record } of organisationsIn(value)) {
    for (const name of ['id', 'subDomain']) {
      const identity = memberOf(record, name);
      if (isIdentity(identity)) return `${name} ${identity}`;
    }
  }
  return undefined;
}

/** Whether a value tells what has it from others. */
export function isIdentity(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
