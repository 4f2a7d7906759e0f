import { flatten } from '../../../src/schema/places.ts';
import type { Schema } from '../../../src/schema/schema.ts';
import { bundled } from '../../../src/specification/bundled.ts';

export interface LocatedSchema {
  readonly at: string;
  readonly schema: Schema;
}

export function annotated(): LocatedSchema[] {
  return [...within(bundled.description, '')];
}

function* within(value: unknown, at: string): Generator<LocatedSchema> {
  if (typeof value !== 'object' || value === null) return;
  if ('x-requirement' in value || 'x-standing' in value) yield { at, schema: value as Schema };
  for (const [name, member] of Object.entries(value)) yield* within(member, `${at}/${name}`);
}

export function fieldsOfSchema(name: string): Map<string, Schema> {
  const schema = flatten(bundled.schemaNamed(name), undefined);
  return new Map(Object.entries(schema.properties ?? {}));
}
