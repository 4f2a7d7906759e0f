import { choice, usually } from '../arguments.ts';
import { command } from '../command.ts';

/** Prints the bundled description of the interface. */
export const describe = command({
  options: { format: usually(choice('--format <format>', 'how it is written', ['json', 'yaml']), 'yaml') },
  example: 'case-conformance describe --format json > openapi.json',

  async run({ format }, { output }) {
    const { bundled } = await import('../../specification/bundled.ts');
    output.write(format === 'yaml' ? bundled.text : `${JSON.stringify(bundled.description, null, 2)}\n`);
    return 0;
  },
});
