import { choice, overlay, spec, usually } from '../arguments.ts';
import { command } from '../command.ts';
import { sourceOptions } from '../terminal.ts';

export const describe = command({
  options: {
    spec,
    overlay,
    format: usually(
      choice('--format <format>', 'how it is written', ['json', 'yaml'] as const),
      'yaml' as const,
    ),
  },
  example: 'case-conformance describe --format json > openapi.json',

  async run({ format, ...given }, terminal) {
    const { describedAs } = await import('./describe/described-as.ts');
    terminal.output.write(await describedAs(format, { ...given, ...sourceOptions(terminal) }));
    return 0;
  },
});
