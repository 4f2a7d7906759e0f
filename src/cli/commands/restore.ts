import {
  baseUrl,
  configuration,
  descriptionOptions,
  flag,
  option,
  tokenEnv,
  wholeNumber,
} from '../arguments.ts';
import { command } from '../command.ts';
import { linesTo, specificationOf } from '../terminal.ts';

export const restore = command({
  options: {
    ...{ ...descriptionOptions, configuration, baseUrl, tokenEnv },
    settle: option(
      '--settle <seconds>',
      'how long a client must stay restored (default: settleMs of the configuration)',
      wholeNumber,
    ),
    force: flag(
      '--force',
      'overwrite later changes by others, and treat clients that cannot be verified as corrected',
    ),
  },
  example: 'case-conformance restore --config conformance.config.json',

  async run(given, terminal) {
    const { restore } = await import('../../gate/restore.ts');
    const specification = await specificationOf(given, terminal);
    await restore({
      ...given,
      specification,
      environment: terminal.environment,
      onNotice: linesTo(terminal),
    });
    return 0;
  },
});
