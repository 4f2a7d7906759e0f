import type { SpecificationOptions } from '../../gate/descriptions/specification-of-call.ts';
import { Failure } from '../../gate/failure.ts';
import type { JsonObject } from '../../schema/json.ts';
import { bundled } from '../../specification/bundled.ts';
import { DescriptionError } from '../../specification/description.ts';
import { downgraded } from '../../specification/downgrade.ts';
import { upgraded } from '../../specification/upgrade.ts';
import { choice, descriptionOptions, withDefault } from '../arguments.ts';
import { command } from '../command.ts';
import { sourceOptions } from '../terminal.ts';

export const describe = command({
  options: {
    ...descriptionOptions,
    format: withDefault(
      choice('--format <format>', 'the output format', ['json', 'yaml'] as const),
      'yaml' as const,
    ),
    openapi: choice(
      '--openapi <version>',
      'the version of OpenAPI to write; default: that of the description',
      ['3.0', '3.1'] as const,
    ),
  },
  example: 'case-conformance describe --format json > openapi.json',

  async run({ format, openapi, ...given }, terminal) {
    const { text, document } = await descriptionToPrint({ ...given, ...sourceOptions(terminal) });
    const written = openapi === undefined ? document : inVersion(openapi, document);
    if (format === 'json') terminal.output.write(`${JSON.stringify(written, null, 2)}\n`);
    else if (written === document && !/^\s*\{/.test(text)) terminal.output.write(text);
    else terminal.output.write((await import('../../schema/yaml.ts')).toYaml(written));
    return 0;
  },
});

function inVersion(version: '3.0' | '3.1', document: JsonObject): JsonObject {
  try {
    return version === '3.0' ? downgraded(document) : upgraded(document);
  } catch (cause) {
    if (!(cause instanceof DescriptionError)) throw cause;
    throw new Failure(cause.code, `${cause.message} Leave --openapi out.`, { cause });
  }
}

async function descriptionToPrint(options: SpecificationOptions) {
  if (options.spec === undefined && options.overlay === undefined)
    return { text: bundled.text, document: bundled.served as JsonObject };
  const { selectedDescription } = await import('../../gate/descriptions/specification-of-call.ts');
  return selectedDescription(options);
}
