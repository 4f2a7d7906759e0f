import { baseUrl, configuration, tokenEnv } from '../arguments.ts';
import { command } from '../command.ts';
import { noticesTo } from '../terminal.ts';

/** Puts back what a run that broke off left changed. */
export const restore = command({
  options: { configuration, baseUrl, tokenEnv },
  example: 'case-conformance restore --config conformance.config.json',

  async run(given, terminal) {
    const { restore } = await import('../../gate/restore.ts');
    await restore({ ...given, environment: terminal.environment, onNotice: noticesTo(terminal) });
    return 0;
  },
});
