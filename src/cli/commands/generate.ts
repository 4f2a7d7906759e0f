import { once } from 'node:events';
import { Failure } from '../../gate/failure.ts';
import type { InvalidRecord, Wanted } from '../../generation/records.ts';
import { quoted } from '../../report/quoted.ts';
import type { Specification } from '../../specification/specification.ts';
import {
  descriptionOptions,
  flag,
  option,
  positive,
  required,
  wholeNumber,
  withDefault,
} from '../arguments.ts';
import { command } from '../command.ts';
import { specificationOf, write } from '../terminal.ts';

export const generate = command({
  options: {
    ...descriptionOptions,
    type: required(option('--type <type>', 'the type of the records, such as Sale or Client')),
    edition: option('--edition <edition>', 'the edition of the form in each record, such as TA6_5th'),
    count: withDefault(option('--count <number>', 'the number of records', positive), 1),
    complete: flag('--complete', 'give each record every field'),
    invalid: flag('--invalid', 'give each record one defect: a line is {"record","pointer","keyword"}'),
    hostile: flag('--hostile', 'use texts that often break software, instead of realistic ones'),
    seed: option('--seed <number>', 'print the same records again', wholeNumber),
  },
  example: 'case-conformance generate --type Sale --edition TA6_5th --count 100 --seed 7 > sales.ndjson',

  async run({ type, edition, count, complete, invalid, hostile, seed: asked, ...given }, terminal) {
    const { output, errors } = terminal;
    const { randomInt } = await import('node:crypto');
    const generation = await import('../../generation/records.ts');
    const specification = await specificationOf(given, terminal);
    const wanted: Wanted = {
      ...wantedType(type, edition, specification, generation),
      specification,
      isComplete: complete === true,
      texts: hostile === true ? 'hostile' : 'realistic',
    };
    const seed = asked ?? randomInt(2 ** 31);
    if (asked === undefined) write(errors, `The same again: --seed ${seed}\n`);
    const stream = invalid === true ? generation.invalidRecordStream : generation.recordStream;
    let written = 0;
    for (const line of stream(wanted, seed)) {
      if (written === count) break;
      written += 1;
      const { record, pointer, keyword } = line as InvalidRecord;
      const text = JSON.stringify(invalid === true ? { record, pointer, keyword } : line);
      if (!output.write(`${text}\n`)) await once(output, 'drain');
    }
    return 0;
  },
});

function wantedType(
  type: string,
  edition: string | undefined,
  specification: Specification,
  { editionsOf, generatedTypesOf }: typeof import('../../generation/records.ts'),
): Pick<Wanted, 'type' | 'edition'> {
  const types = generatedTypesOf(specification);
  const known = types.find((one) => one === type);
  if (known === undefined)
    throw new Failure(
      'NAME_UNKNOWN',
      `There are no records of the type ${quoted(type)}. Give one of ${types.join(', ')}.`,
    );
  if (edition === undefined) return { type: known };
  const editions = editionsOf({ type: known, specification });
  if (editions.includes(edition)) return { type: known, edition };
  throw new Failure(
    'NAME_UNKNOWN',
    editions.length === 0
      ? `A ${type} holds no form that has editions. Leave --edition out.`
      : `A ${type} holds no form of the edition ${quoted(edition)}. Give one of ${editions.join(', ')}.`,
  );
}
