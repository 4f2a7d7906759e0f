import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { progressInWords, progressOn } from '../../../src/cli/progress.ts';
import type { Progress } from '../../../src/gate/run-hooks.ts';

// The spinner's library decides about colours when it is loaded.
vi.hoisted(() => vi.stubEnv('FORCE_COLOR', '1'));

const progress: Progress = {
  ...{ baseUrl: 'https://acme.example', ended: 3, all: 90, waitedMs: 0 },
  ...{ sent: 100, operation: 'updateClient' },
};

test.each([
  ['how far it is', progress, '3 of 90 checks, 100 requests, updateClient'],
  ['no operation before the first', { ...progress, operation: undefined }, '3 of 90 checks, 100 requests'],
  [
    'that it waits',
    { ...progress, waitedMs: 2_400 },
    '3 of 90 checks, 100 requests, throttled for 2 s, updateClient',
  ],
])('a run says %s', (_name, now, words) => {
  expect(progressInWords(now)).toBe(`Testing: ${words}, https://acme.example`);
});

function terminal(columns: number | undefined, environment = {}) {
  const controls = { cursorTo: () => true, clearLine: () => true, moveCursor: () => true };
  const errors = Object.assign(new PassThrough(), { isTTY: columns !== undefined, ...controls });
  return {
    ...{ input: new PassThrough(), output: new PassThrough(), environment },
    errors: columns === undefined ? errors : Object.assign(errors, { columns }),
  };
}

test('a line is no longer than the window is wide, and has no colour where none is wanted', async () => {
  const window = terminal(20, { NO_COLOR: '1' });
  const shown = await progressOn(window);
  shown?.show('Testing https://acme.example');
  shown?.stop();
  window.errors.end();
  const written = await text(window.errors);
  expect(written).toContain('Testing https://…');
  expect(written).not.toContain('acme');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what sets a colour
  expect(written).not.toMatch(/\u001b\[\d+m/);
});

test('nothing is shown where there is no window', async () => {
  expect(await progressOn(terminal(undefined))).toBeUndefined();
  expect(await progressOn(terminal(0))).toBeUndefined();
});
