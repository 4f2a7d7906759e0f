import { Validator } from '@cfworker/json-schema';
import { validator as schemasafe } from '@exodus/schemasafe';
import { bundled } from '../../src/specification/bundled.ts';
import '@hyperjump/json-schema/formats-lite';
import {
  validate as hyperjump,
  registerSchema,
  type SchemaObject,
  setShouldValidateFormat,
} from '@hyperjump/json-schema/draft-2020-12';
import type { Figure } from './figure.ts';
import { fullSales, smallRecords } from './records.ts';
import { millisecondsOf, warmCostsOf } from './rounds.ts';

const rounds = 7;

const schema = {
  $id: 'https://case-conformance.example/case-record',
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $ref: '#/components/schemas/CaseRecord',
  // A copy, since some validators modify the schema.
  components: structuredClone(bundled.description.components),
};

type IsValid = (record: unknown) => boolean;

export async function otherValidators(): Promise<Figure[]> {
  const others: readonly (readonly [name: string, isValid: IsValid])[] = [
    ['@exodus/schemasafe', ofSchemasafe()],
    ['@cfworker/json-schema', ofCfworker()],
    ['@hyperjump/json-schema', await ofHyperjump()],
  ];
  const sets = [
    ['full Sale records', fullSales(1_000)],
    ['small records', [...smallRecords(5_000)]],
  ] as const;
  return sets.flatMap(([what, lines]) =>
    others.map(([name, isValid]) => figureOf(what, lines, name, isValid)),
  );
}

function figureOf(what: string, lines: readonly string[], name: string, isValid: IsValid): Figure {
  const records: unknown[] = lines.map((line) => JSON.parse(line));
  const costs = warmCostsOf(
    rounds,
    () => millisecondsOf(() => judge(records, isOursValid)),
    () => millisecondsOf(() => judge(records, isValid)),
  );
  return { what: `\`validate\` of ${what}`, to: name, costs, bound: 1 };
}

function judge(records: readonly unknown[], isValid: IsValid): void {
  for (const record of records) if (!isValid(record)) throw new Error('A valid record is refused.');
}

const isOursValid: IsValid = (record) => bundled.validate('CaseRecord', record).length === 0;

function ofSchemasafe(): IsValid {
  return schemasafe(schema as object, { mode: 'lax' }) as IsValid;
}

function ofCfworker(): IsValid {
  const validator = new Validator(schema, '2020-12');
  return (record) => validator.validate(record).valid;
}

async function ofHyperjump(): Promise<IsValid> {
  setShouldValidateFormat(true);
  registerSchema(schema as unknown as SchemaObject);
  const isValid = await hyperjump(schema.$id);
  return (record) => isValid(record as string).valid;
}
