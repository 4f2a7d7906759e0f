import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { inThreads } from '../proof/threads.ts';
import { differencesOf } from './oracle/differences.ts';
import { type Outcome, subjects } from './oracle/subjects.ts';

// Tries every fault and variant, and compares findings and requests with test/matrix/oracle.txt. `npm run oracle --
// PART` selects subjects whose names contain PART. `npm run oracle -- --update` rewrites the file.

const { values, positionals } = parseArgs({
  options: { update: { type: 'boolean', default: false } },
  allowPositionals: true,
});

if (values.update && positionals.length > 0) {
  process.stderr.write('--update writes the whole file. Call it without names.\n');
  process.exit(2);
}

const file = new URL('../test/matrix/oracle.txt', import.meta.url);
const matches = (name: string): boolean =>
  positionals.length === 0 || positionals.some((text) => name.includes(text));
const names = [...subjects.keys()];
const wanted = names.filter(matches);
/** A subject (a fault, a variant or a run) may have several lines. The name of each begins with the subject's. */
const subjectOf = (line: string): string => {
  const [lineName = ''] = line.split(' | ', 1);
  return names.find((name) => `${lineName} `.startsWith(`${name} `)) ?? lineName;
};

if (wanted.length === 0) {
  process.stderr.write(`No fault, variant or run has ${positionals.join(' or ')} in its name.\n`);
  process.exit(2);
}

const thread = new URL('oracle/thread.ts', import.meta.url);
const outcomes = await inThreads<string, Outcome>(thread, wanted);
const lines = outcomes.flatMap((one) => one.lines).sort();

const stored = await readFile(file, 'utf8').catch(() => '');
const before = stored.split('\n').filter((line) => line !== '' && matches(subjectOf(line)));
const differences = differencesOf(before, lines);
const verdicts = outcomes.flatMap(({ verdict }) => verdict ?? []);
const wrong = verdicts.filter(({ isRight }) => !isRight);
const shown = positionals.length === 0 ? wrong : verdicts;
const compared =
  differences.length === 0
    ? ['As test/matrix/oracle.txt says.']
    : ['Not as test/matrix/oracle.txt says:', ...differences];
process.stdout.write(`${[...shown.map(({ text }) => text), ...compared].join('\n')}\n`);
if (values.update) await writeFile(file, `${lines.join('\n')}\n`);
if (wrong.length > 0 || (differences.length > 0 && !values.update)) process.exitCode = 1;
