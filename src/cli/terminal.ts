import { styleText } from 'node:util';
import type { SourceOptions } from '../gate/descriptions/source-text.ts';
import type { Environment } from '../gate/environment.ts';
import type { Paint } from '../report/paragraphs/paint.ts';
import { readable } from '../report/printable.ts';

/** Where a command reads and writes, so that it can be run without a process of its own. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly errors: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly environment: Environment;
}

/** Colours, where the output is a terminal that wants them (https://no-color.org). */
export function paintFor({ output, environment }: Terminal): Paint {
  if (output.isTTY !== true || (environment.NO_COLOR ?? '') !== '') return (_emphasis, text) => text;
  return (emphasis, text) => styleText(emphasis, text, { validateStream: false });
}

/** What stands on the standard input. */
export async function* bytesIn({ input }: Pick<Terminal, 'input'>): AsyncGenerator<Uint8Array> {
  // Who opens a terminal may have set an encoding.
  for await (const chunk of input) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

/** How what a call names is read: from the standard input, and by the rules of the environment. */
export function sourceOptions(terminal: Terminal): Required<Pick<SourceOptions, 'input' | 'environment'>> {
  return { input: bytesIn(terminal), environment: terminal.environment };
}

/**
 * Writes lines that are to be read, so that nothing in them is obeyed.
 * @returns whether more can be written at once
 */
export function write(stream: NodeJS.WritableStream, lines: string): boolean {
  return stream.write(readable(lines));
}

/** Writes commands that a CI system is to obey, whose texts are written so that they end none and begin none. */
export function writeCommands({ output }: Pick<Terminal, 'output'>, commands: string): void {
  output.write(commands);
}

/** Writes each sentence on a line of its own. */
export function noticesTo({ output }: Pick<Terminal, 'output'>): (sentence: string) => void {
  return (sentence) => void write(output, `${sentence}\n`);
}
