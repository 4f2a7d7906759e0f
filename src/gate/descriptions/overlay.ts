import { JSONPathError, type JSONValue, query } from 'json-p3';
import { printable } from '../../report/printable.ts';
import { named, quoted } from '../../report/quoted.ts';
import { isObject } from '../../schema/json.ts';
import { Failure } from '../failure.ts';
import { documentIn, lineOf } from './document-text.ts';
import type { SourceText } from './source-text.ts';

type JsonObject = Readonly<Record<string, unknown>>;

interface Action {
  /** A query of RFC 9535. */
  readonly target: string;
  readonly update?: unknown;
  readonly remove?: boolean;
}

/** The names and indices that lead to a value. */
type Location = readonly (string | number)[];

/**
 * Applies an overlay to a document (OpenAPI Overlay 1.0): the actions in order, each to the result of the previous
 * one. Objects are merged, lists in them are concatenated, and an update of a list is appended to it.
 * @throws {Failure} `OVERLAY_WRONG` if it is not an overlay, or an action's target selects nothing
 */
export function overlaid(document: JsonObject, source: SourceText): JsonObject {
  const whole: Record<string, unknown> = { document: structuredClone(document) };
  for (const [index, action] of actionsIn(source).entries())
    for (const location of selected(whole.document, action, source, `/actions/${index}`))
      change(whole, ['document', ...location], action);
  if (!isObject(whole.document)) throw wrong(source, '/actions', 'they leave nothing of the description');
  return whole.document;
}

function change(value: unknown, [key = '', ...rest]: Location, action: Action): void {
  const holder = value as Record<string | number, unknown>;
  if (rest.length > 0) change(holder[key], rest, action);
  else if (action.remove !== true) holder[key] = updated(holder[key], structuredClone(action.update));
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

function actionsIn(source: SourceText): readonly Action[] {
  const overlay = documentIn(source);
  if (!isObject(overlay) || typeof overlay.overlay !== 'string')
    throw wrong(source, '', 'it has no overlay. Name an OpenAPI Overlay of version 1.0');
  if (!/^1\.[01]\.\d+/.test(overlay.overlay)) {
    const version = quoted(overlay.overlay);
    throw wrong(source, '/overlay', `version ${version} is not supported. Use "1.0.0"`);
  }
  const { actions } = overlay;
  if (!Array.isArray(actions) || actions.length === 0)
    throw wrong(source, '/actions', 'actions must be a list of at least one');
  for (const [index, action] of actions.entries()) {
    const at = `/actions/${index}`;
    if (!isObject(action) || typeof action.target !== 'string')
      throw wrong(source, at, 'an action must have a target, which is a JSONPath');
    if (action.remove !== true && action.update === undefined)
      throw wrong(source, at, `the action of ${quoted(action.target)} has neither update nor remove`);
  }
  return actions;
}

/** The distinct locations that an action selects, ordered so that changing one does not move the later ones. */
function selected(document: unknown, { target, remove }: Action, source: SourceText, at: string): Location[] {
  const locations = located(document, target, source, at);
  if (locations.length === 0)
    throw wrong(source, `${at}/target`, `the target ${quoted(target)} selects nothing of the description`);
  if (remove === true && locations.some((location) => location.length === 0))
    throw wrong(source, `${at}/target`, `the target ${quoted(target)} would remove the description itself`);
  // A query may select a value more than once, and in any order.
  const distinct = new Map(locations.map((location) => [JSON.stringify(location), location]));
  return [...distinct.values()].sort(fromTheLast);
}

/** Orders later list elements first, and inner values before outer ones. */
function fromTheLast(one: Location, other: Location): number {
  const place = one.findIndex((step, index) => step !== other[index]);
  const [step, otherStep] = [one[place], other[place]];
  if (step === undefined || otherStep === undefined) return other.length - one.length;
  return step > otherStep ? -1 : 1;
}

function located(document: unknown, target: string, source: SourceText, at: string): Location[] {
  try {
    return query(target, document as JSONValue).locations();
  } catch (cause) {
    if (!(cause instanceof JSONPathError)) throw cause;
    const why = printable(cause.message.split('\n', 1)[0] ?? '').replace(/\.$/, '');
    throw wrong(source, `${at}/target`, `the target ${quoted(target)} is not a JSONPath of RFC 9535: ${why}`);
  }
}

function updated(value: unknown, update: unknown): unknown {
  return Array.isArray(value) ? [...value, update] : merged(value, update);
}

function merged(value: unknown, update: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(update)) return [...value, ...update];
  if (!isObject(value) || !isObject(update)) return update;
  const names = new Set([...Object.keys(value), ...Object.keys(update)]);
  return Object.fromEntries(
    [...names].map((name) => {
      if (!Object.hasOwn(update, name)) return [name, value[name]];
      return [name, Object.hasOwn(value, name) ? merged(value[name], update[name]) : update[name]];
    }),
  );
}

function wrong(source: SourceText, pointer: string, why: string): Failure {
  const place = pointer === '' ? '' : ` at ${named(pointer)}`;
  return new Failure(
    'OVERLAY_WRONG',
    `${source.name} cannot be applied: in line ${lineOf(source, pointer)}${place}, ${why}.`,
  );
}
