import type { ExitStatus } from '../../gate/failure.ts';
import { bundled } from '../../specification/bundled.ts';
import type { Terminal } from '../terminal.ts';

/** Prints the bundled description of the interface. */
export function describe({ format }: { readonly format: 'json' | 'yaml' }, { output }: Terminal): ExitStatus {
  output.write(format === 'yaml' ? bundled.text : `${JSON.stringify(bundled.description, null, 2)}\n`);
  return 0;
}
