import { descriptionOptions } from '../arguments.ts';
import { command } from '../command.ts';
import { specificationOf, write } from '../terminal.ts';

export const explain = command({
  arguments: [
    {
      name: '<code>',
      description:
        'the code of a deviation, such as case-price/type, a requirement, a check, or the code of an error',
    },
  ],
  options: descriptionOptions,
  example: 'case-conformance explain ta6-4th-listing-grade/enum',

  async run(given, terminal, [code = '']) {
    const { explanation } = await import('./explain/explanation.ts');
    const specification = await specificationOf(given, terminal);
    write(terminal.output, explanation(specification, code));
    return 0;
  },
});
