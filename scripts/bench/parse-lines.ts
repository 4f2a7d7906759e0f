import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

// The baseline for `validate`: prints the milliseconds that `JSON.parse` takes for all lines of a file, without the
// time to read the file.
const [file = ''] = process.argv.slice(2);
const linesAtOnce = 5_000;
let milliseconds = 0;
let lines: string[] = [];
for await (const line of createInterface({ input: createReadStream(file, { highWaterMark: 2 ** 20 }) })) {
  lines.push(line);
  if (lines.length === linesAtOnce) parse();
}
parse();
process.stdout.write(String(milliseconds));

function parse(): void {
  const startedAt = performance.now();
  for (const line of lines) JSON.parse(line);
  milliseconds += performance.now() - startedAt;
  lines = [];
}
