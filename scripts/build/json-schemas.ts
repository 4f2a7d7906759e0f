import { referredName, type Schema } from '../../src/schema/schema.ts';
import { bundled } from '../../src/specification/bundled.ts';
import type { formats } from '../../src/validation/formats.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

const dialect = 'https://json-schema.org/draft/2020-12/schema';

export function jsonSchemas(): Readonly<Record<string, JsonSchema>> {
  const { schemas } = bundled.description.components;
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const $defs = Object.fromEntries(
        [...reachedFrom(schema)].map((other) => [other, plain(schemaOf(other))]),
      );
      const further = Object.keys($defs).length === 0 ? {} : { $defs };
      return [name, { $schema: dialect, title: name, ...plain(schema), ...further }];
    }),
  );
}

function schemaOf(name: string): Schema {
  return bundled.schemaNamed(name);
}

function reachedFrom(schema: Schema, reached = new Set<string>()): Set<string> {
  const name = referredName(schema);
  if (name !== undefined && !reached.has(name)) {
    reached.add(name);
    reachedFrom(schemaOf(name), reached);
  }
  const { allOf = [], oneOf = [], properties = {}, items } = schema;
  const parts = [...allOf, ...oneOf, ...Object.values(properties), ...(items === undefined ? [] : [items])];
  for (const part of parts) reachedFrom(part, reached);
  return reached;
}

function plain(schema: Schema): JsonSchema {
  const { $ref: _, discriminator: __, format, properties, items, allOf, oneOf, ...kept } = schema;
  const name = referredName(schema);
  return {
    ...(name === undefined ? {} : { $ref: `#/$defs/${name}` }),
    ...Object.fromEntries(Object.entries(kept).filter(([keyword]) => !keyword.startsWith('x-'))),
    ...(format === undefined ? {} : patterns[format as keyof typeof formats]),
    ...(items === undefined ? {} : { items: plain(items) }),
    ...(allOf === undefined ? {} : { allOf: allOf.map(plain) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(plain) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([field, one]) => [field, plain(one)]),
          ),
        }),
  };
}

const years = '[0-9]{4}';
const leapYears = '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
const days = [
  '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])',
  '(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)',
  '02-(?:0[1-9]|1[0-9]|2[0-8])',
];

/**
 * Separators and invisible characters beyond ASCII. Listed singly, since not every regular expression engine supports
 * `\p{Z}`.
 */
const unseen =
  '\u0080-\u00a0\u00ad\u0600-\u0605\u061c\u06dd\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ue000-\uf8ff\ufeff\ufff9-\ufffb';
const atom = `[^\\x00-\\x20\\x7f"(),.:;<>@\\[\\\\\\]${unseen}]+`;
const quoted = '"(?:[ !#-\\[\\]-~]|\\\\[ -~])*"';
const alphanumeric = `[^\\x00-/:-@\\[-\`{-\\x7f${unseen}]`;
const label = `${alphanumeric}(?:-*${alphanumeric})*`;

/**
 * Formats as patterns. In JSON Schema, `format` is only an annotation by default, and validators that assert it
 * disagree about e-mail addresses. Every validator asserts `pattern`.
 */
const patterns: Readonly<Record<keyof typeof formats, JsonSchema>> = {
  uuid: { pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$' },
  date: { pattern: `^(?:${years}-(?:${days.join('|')})|${leapYears}-02-29)$` },
  email: {
    maxLength: 1_000,
    pattern: `^(?:${atom}(?:\\.${atom})*|${quoted})@(?:${label}(?:\\.${label})*|\\[[!-Z^-~]+\\])$`,
  },
};
