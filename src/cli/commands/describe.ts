import type { ReadDescription } from '../../gate/descriptions/read-description.ts';
import type { SpecificationOptions } from '../../gate/descriptions/specification-of-call.ts';
import { bundled } from '../../specification/bundled.ts';
import { choice, overlay, spec, usually } from '../arguments.ts';
import { command } from '../command.ts';
import { sourceOptions } from '../terminal.ts';

export const describe = command({
  options: {
    spec,
    overlay,
    format: usually(
      choice('--format <format>', 'the output format', ['json', 'yaml'] as const),
      'yaml' as const,
    ),
  },
  example: 'case-conformance describe --format json > openapi.json',

  async run({ format, ...given }, terminal) {
    terminal.output.write(await describedAs(format, { ...given, ...sourceOptions(terminal) }));
    return 0;
  },
});

/**
 * The text of a call's description, unchanged if it is already in the requested format.
 * @throws {Failure} as `meantDescription` does
 */
async function describedAs(format: 'json' | 'yaml', options: SpecificationOptions): Promise<string> {
  const { text, document } = await meant(options);
  if (format === 'json') return `${JSON.stringify(document, null, 2)}\n`;
  if (!/^\s*\{/.test(text)) return text;
  const { stringify } = await import('yaml');
  return stringify(document);
}

/** The code that reads descriptions is loaded only if the call names one. */
async function meant(
  options: SpecificationOptions,
): Promise<Pick<ReadDescription, 'text'> & { document: unknown }> {
  if (options.spec === undefined && options.overlay === undefined)
    return { text: bundled.text, document: bundled.served };
  const { meantDescription } = await import('../../gate/descriptions/specification-of-call.ts');
  return meantDescription(options);
}
