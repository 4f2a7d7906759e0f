import { baseUrl, configuration, overlay, spec, tokenEnv } from '../arguments.ts';
import { command } from '../command.ts';
import { bytesIn, noticesTo } from '../terminal.ts';

/** Puts back what a run that broke off left changed. */
export const restore = command({
  options: { spec, overlay, configuration, baseUrl, tokenEnv },
  example: 'case-conformance restore --config conformance.config.json',

  async run(given, terminal) {
    const { restore } = await import('../../gate/restore.ts');
    const { readSpecification } = await import('../../gate/descriptions/read-specification.ts');
    const specification = await readSpecification({ ...given, input: bytesIn(terminal) });
    await restore({
      ...given,
      specification,
      environment: terminal.environment,
      onNotice: noticesTo(terminal),
    });
    return 0;
  },
});
