import { JSONPathError, type JSONValue, query } from 'json-p3';
import { printable } from '../../report/printable.ts';
import { quoted } from '../../report/quoted.ts';
import { isObject, type JsonObject } from '../../schema/json.ts';
import { childPointer } from '../../schema/pointer.ts';
import { compiledSchema, complaint } from '../files/user-schema.ts';
import { documentIn, type Refuse, refuseOf } from './document-text.ts';
import schema from './overlay.schema.json' with { type: 'json' };
import type { SourceText } from './source-text.ts';

interface Action {
  /** A JSONPath query (RFC 9535) that selects what to change. */
  readonly target: string;
  readonly update?: unknown;
  /** A JSONPath query of one value, which is applied like the value of `update`. */
  readonly copy?: string;
  readonly remove?: boolean;
}

type Version = '1.0' | '1.1';

type Location = readonly (string | number)[];

/**
 * Applies an overlay to a document (OpenAPI Overlay 1.0 or 1.1), action by action. Updates are merged into
 * objects, and lists in them are concatenated. If the target is a list, the update is appended as one
 * element; since 1.1, a list is concatenated.
 * @throws {Failure} `OVERLAY_WRONG` if the source is not an overlay, or does not fit the document
 */
export function overlaid(document: JsonObject, source: SourceText): JsonObject {
  const refuse: Refuse = refuseOf('OVERLAY_WRONG', source, 'cannot be applied');
  const whole: Record<string, unknown> = { document: structuredClone(document) };
  const { version, actions } = overlayIn(source, refuse);
  for (const [index, action] of actions.entries()) {
    const at = `/actions/${index}`;
    if (action.copy !== undefined && version === '1.0')
      refuse(`${at}/copy`, "'copy' is not a key of version 1.0. Use version 1.1.0");
    // An action with both `update` and `copy` ignores `copy` (OpenAPI Overlay 1.1).
    const update =
      action.update === undefined && action.copy !== undefined
        ? valueToCopy(whole.document, action.copy, `${at}/copy`, refuse)
        : action.update;
    if (action.remove !== true && update === undefined) continue;
    const updated = updating(version, () =>
      refuse(at, `${quoted(action.target)} and its update are of different kinds`),
    );
    for (const location of locationsToChange(whole.document, action, version, `${at}/target`, refuse)) {
      const [key = '', ...holders] = ['document', ...location].toReversed();
      const holder = valueIn(whole, holders.toReversed()) as Record<string | number, unknown>;
      if (action.remove !== true) holder[key] = updated(holder[key], structuredClone(update));
      else if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
    }
  }
  return isObject(whole.document)
    ? whole.document
    : refuse('/actions', 'they leave nothing of the description');
}

function valueIn(whole: unknown, location: Location): unknown {
  return location.reduce((value, step) => (value as Record<string | number, unknown>)[step], whole);
}

function overlayIn(
  source: SourceText,
  refuse: Refuse,
): { readonly version: Version; readonly actions: readonly Action[] } {
  const overlay = documentIn(source);
  const conforms = compiledSchema<{ overlay: string; actions: readonly Action[] }>(schema);
  if (conforms(overlay))
    return { version: overlay.overlay.startsWith('1.0') ? '1.0' : '1.1', actions: overlay.actions };
  const [error] = conforms.errors ?? [];
  const { instancePath = '', params = {} } = error ?? {};
  const unknown = params.additionalProperty;
  const at = unknown === undefined ? instancePath : childPointer(instancePath, unknown);
  return refuse(at, error === undefined ? '' : complaint(error).replace(/\.$/, ''));
}

function valueToCopy(document: unknown, from: string, at: string, refuse: Refuse): unknown {
  const [only, another] = locationsOf(document, from, at, refuse);
  if (only !== undefined && another === undefined) return valueIn(document, only);
  const count = only === undefined ? 'nothing' : 'more than one value';
  return refuse(at, `copy must select one value, but ${quoted(from)} selects ${count}`);
}

/**
 * The locations that an action changes. Later list elements come first, so removing an element does not move those
 * still to be removed.
 */
function locationsToChange(
  document: unknown,
  { target, remove }: Action,
  version: Version,
  at: string,
  refuse: Refuse,
): Location[] {
  const locations = locationsOf(document, target, at, refuse);
  // Overlay 1.0 does not define an action that selects nothing; in 1.1, it succeeds.
  if (locations.length === 0 && version === '1.0')
    refuse(at, `the target ${quoted(target)} selects nothing of the description`);
  if (remove === true && locations.some((location) => location.length === 0))
    refuse(at, `the target ${quoted(target)} would remove the description itself`);
  // A JSONPath query may select a value more than once, and in any order.
  const distinct = new Map(locations.map((location) => [JSON.stringify(location), location]));
  return [...distinct.values()].sort(laterElementsFirst);
}

function laterElementsFirst(one: Location, other: Location): number {
  const place = one.findIndex((step, index) => step !== other[index]);
  const [step, otherStep] = [one[place], other[place]];
  if (step === undefined || otherStep === undefined) return other.length - one.length;
  return step > otherStep ? -1 : 1;
}

function locationsOf(document: unknown, target: string, at: string, refuse: Refuse): Location[] {
  try {
    return query(target, document as JSONValue).locations();
  } catch (cause) {
    if (!(cause instanceof JSONPathError)) throw cause;
    const why = printable(cause.message.split('\n', 1)[0] ?? '').replace(/\.$/, '');
    return refuse(at, `${quoted(target)} is not a JSONPath of RFC 9535: ${why}`);
  }
}

/**
 * Returns a function that merges an update into a value.
 * @param refuse - called if the two are of different kinds, such as an object and a list, which Overlay 1.1
 *   forbids
 */
function updating(version: Version, refuse: () => never): (value: unknown, update: unknown) => unknown {
  const merged = (value: unknown, update: unknown): unknown => {
    if (Array.isArray(value) && Array.isArray(update)) return [...value, ...update];
    if (!isObject(value) || !isObject(update))
      return version !== '1.0' && (isStructured(value) || isStructured(update)) ? refuse() : update;
    const changed = Object.entries(update).map(([name, member]) => {
      return [name, Object.hasOwn(value, name) ? merged(value[name], member) : member];
    });
    return { ...value, ...Object.fromEntries(changed) };
  };
  return (value, update) => {
    const isAppended = version === '1.0' || !Array.isArray(update);
    return Array.isArray(value) && isAppended ? [...value, update] : merged(value, update);
  };
}

function isStructured(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
