import { isObject } from '../schema/json.ts';
import {
  type ByKind,
  type Kind,
  type ObjectKind,
  ofKind,
  type UnionKind,
  UnknownKind,
} from '../schema/kinds.ts';
import { memoised } from '../schema/memoised.ts';
import { formats } from './formats.ts';

/** Returns true only for values that are certainly valid; false means unknown. */
export type Acceptor = (value: unknown) => boolean;

/**
 * A fast check before Ajv: it visits the members that a record has, while Ajv's code tests every member that the schema
 * declares. On sparse records Ajv alone takes ten times as long as JSON.parse.
 */
export function acceptorOf(kind: Kind): Acceptor {
  return ofKind(kind, acceptors, () => unsure);
}

export function acceptorUnlessUnknown(kindOf: () => Kind): Acceptor {
  try {
    return acceptorOf(kindOf());
  } catch (error) {
    if (error instanceof UnknownKind) return unsure;
    throw error;
  }
}

const acceptors: ByKind<Acceptor> = {
  anything: () => () => true,
  text: () => (value) => typeof value === 'string',
  number: () => (value) => typeof value === 'number',
  truth: () => (value) => typeof value === 'boolean',
  choice: ({ values }) => choiceOf(values),
  formatted: ({ format }) => formatted.get(format) ?? unsure,
  patterned: ({ pattern }) => patterned(new RegExp(pattern, 'u')),
  list: ({ items }) => listOf(acceptorOf(items)),
  object: objectOf,
  union: unionOf,
};

const unsure: Acceptor = () => false;

const choiceOf = memoised((values: readonly unknown[]): Acceptor => {
  const allowed = new Set(values);
  return (value) => allowed.has(value);
});

const formatted = new Map<string, Acceptor>(
  Object.entries(formats).map(([format, isFormat]) => [
    format,
    (value) => typeof value === 'string' && isFormat(value),
  ]),
);

function patterned(expression: RegExp): Acceptor {
  return (value) => typeof value === 'string' && expression.test(value);
}

function listOf(acceptItem: Acceptor): Acceptor {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (let index = 0; index < value.length; index += 1) if (!acceptItem(value[index])) return false;
    return true;
  };
}

function unionOf({ tag, branches }: UnionKind): Acceptor {
  const objects = new Map<unknown, ObjectKind>(branches.map(({ value, object }) => [value, object]));
  return (value) => {
    const object = isObject(value) ? objects.get(value[tag]) : undefined;
    return object !== undefined && branchOf(object)(value);
  };
}

/** Made when a value of the branch is met first, since most runs meet few branches. */
const branchOf = memoised(objectOf);

function objectOf({ members, isClosed }: ObjectKind): Acceptor {
  if (members.length === 0 && !isClosed) return isObject;
  // A schema may declare `toString`, and every object inherits one: leave such objects to Ajv.
  if (members.some(({ name }) => name in Object.prototype)) return unsure;
  const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const acceptorsOf = new Map(members.map(({ name, kind }) => [name, acceptorOf(kind)]));
  return (value) => {
    if (!isObject(value) || !isPlain(value)) return false;
    for (const name of required) if (value[name] === undefined) return false;
    let count = 0;
    for (const name in value) {
      const member = value[name];
      const accept = acceptorsOf.get(name);
      if (accept === undefined ? isClosed : member !== undefined && !accept(member)) return false;
      count += 1;
    }
    // Non-enumerable members were not visited, so leave objects that have any to Ajv.
    return Object.getOwnPropertyNames(value).length === count;
  };
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
