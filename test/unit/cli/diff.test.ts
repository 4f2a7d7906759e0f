import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import schema from '../../../src/report/diff.schema.json' with { type: 'json' };
import { bundled } from '../../../src/specification/bundled.ts';
import { call, temporaryFile } from './support.ts';

/** The bundled description, edited. */
function changed(from: string, to: string): Promise<string> {
  expect(bundled.text).toContain(from);
  return temporaryFile('changed.yaml', bundled.text.replace(from, to));
}

const wider = () =>
  changed('[grade I, grade II*, grade II]', '[grade I, grade II*, grade II, <b>grade* III</b>]');
const narrower = () => changed('[grade I, grade II*, grade II]', '[grade I, grade II*]');

test('the JSON is as its schema has it, and a breaking effect without a witness is not', async () => {
  const isReport = new Ajv2020({ strict: false }).compile(schema);
  const { stdout } = await call(['diff', '@2.0', await wider(), '--output', 'json']);
  const report = JSON.parse(stdout);
  expect(isReport(report)).toBe(true);
  expect(report.differences.length).toBeGreaterThan(0);
  delete report.differences[0].consumers.witness;
  expect(isReport(report)).toBe(false);
});

test.each<[words: readonly string[], file: () => Promise<string>, status: number]>([
  [[], wider, 1],
  [['--for', 'providers'], wider, 0],
  [[], narrower, 0],
  [['--for', 'providers'], narrower, 1],
  [['--for', 'consumers,providers'], narrower, 1],
  [['--for', 'consumers', '--for', 'providers'], narrower, 1],
  [['--fail-on', 'any'], narrower, 1],
  [['--fail-on', 'any'], () => changed('An identifier,', 'An identifier ,'), 0],
  [['--fail-on', 'undecided'], () => changed('line_1: {', 'line_0: { type: string }\n        line_1: {'), 1],
  [[], () => changed('line_1: {', 'line_0: { type: string }\n        line_1: {'), 0],
  [[], () => changed('openapi: 3.1.0', 'openapi: 4.0.0'), 2],
])('%j: the exit status of %o', async (words, file, status) => {
  expect((await call(['diff', '@2.0', await file(), ...words])).status).toBe(status);
});

test.each<[words: readonly string[], last: string]>([
  [[], 'Fails on: breaking, for consumers. 2 differences of that kind.'],
  [['--for', 'providers'], 'Fails on: breaking, for providers. Nothing of that.'],
  [
    ['--fail-on', 'undecided', '--for', 'consumers,providers'],
    'Fails on: breaking or undecided, for consumers or providers. 2 differences of that kind.',
  ],
  [['--fail-on', 'any'], 'Fails on: any difference. 2 differences of that kind.'],
])('%j: the last line says what fails it', async (words, last) => {
  for (const output of ['text', 'markdown']) {
    const { stdout } = await call(['diff', '@2.0', await wider(), ...words, '--output', output]);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(last);
  }
});

test('--for before the descriptions leaves them to be compared', async () => {
  expect((await call(['diff', '--for', 'consumers', '@2.0', await wider()])).status).toBe(1);
});

test('Markdown shows the words of a description as they are', async () => {
  const { stdout } = await call(['diff', '@2.0', await wider(), '--output', 'markdown']);
  expect(stdout).toContain('\\<b\\>grade\\* III');
  expect(stdout).not.toContain('<b>');
});
