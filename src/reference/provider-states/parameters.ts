import { badRequest } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../json.ts';

export interface StateChange {
  readonly action: 'setup' | 'teardown';
  readonly state: string;
  readonly params: JsonObject;
}

/**
 * Reads the body of a state-change request.
 * @throws an error that is answered with 400
 */
export function readStateChange(body: unknown): StateChange {
  if (!isJsonObject(body)) {
    throw badRequest('The body must be a JSON object.');
  }
  const { action, state, params = {} } = body;
  if (action !== 'setup' && action !== 'teardown') {
    throw badRequest('action must be setup or teardown.');
  }
  if (typeof state !== 'string') {
    throw badRequest('state must be a string.');
  }
  if (!isJsonObject(params)) {
    throw badRequest('params must be an object.');
  }
  return { action, state, params };
}

/**
 * A parameter that must be a string.
 * @throws an error that is answered with 400
 */
export function textOf(params: JsonObject, name: string): string {
  const value = params[name];
  if (typeof value !== 'string') {
    throw badRequest(`params.${name} must be a string.`);
  }
  return value;
}

/**
 * A parameter that must be an identifier. It is ASCII, so its letter case is the same here and in a database.
 * @throws an error that is answered with 400
 */
export function identifierOf(params: JsonObject, name: string): string {
  const value = textOf(params, name);
  if (!/^[!-~]+$/.test(value)) {
    throw badRequest(`params.${name} must be printable ASCII without spaces.`);
  }
  return value;
}

/**
 * The record among the parameters. Its identifying field must be the identifier among them.
 * @throws an error that is answered with 400
 */
export function recordOf(params: JsonObject, identifier: string, field: string): JsonObject {
  const { record } = params;
  if (!isJsonObject(record)) {
    throw badRequest('params.record must be an object.');
  }
  const own = record[field];
  if (typeof own !== 'string' || own.toLowerCase() !== identifier.toLowerCase()) {
    throw badRequest(`params.record.${field} must be the identifier in params.`);
  }
  return record;
}
