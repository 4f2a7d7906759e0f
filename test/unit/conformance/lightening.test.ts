import { expect, test } from 'vitest';
import { getOrganisation, updateClient } from '../../../src/api/calls.ts';
import { openLightening } from '../../../src/conformance/lightening.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Exchange } from '../../../src/trace/exchange.ts';
import { shownExchange } from '../../../src/trace/shown-exchange.ts';

function exchange(value: unknown, call = updateClient('1', '{}')): Exchange {
  const text = JSON.stringify(value);
  const answered = { status: 200, headers: {}, durationMs: 1, bodyBytes: text.length };
  return { number: 0, call, credentials: 'member', ...answered, body: { kind: 'json', value }, text };
}

const padding = 'x'.repeat(100_000);

test('what is not described of a large record is left out, and a report shows it all the same', () => {
  const { lighten } = openLightening(bundled);
  const whole = exchange({ firstName: padding, padding, list: [padding] });
  const light = lighten(whole);
  expect(light.body).toEqual({
    kind: 'json',
    value: { firstName: padding, padding: 'x'.repeat(1_000), list: [] },
  });
  expect(shownExchange(bundled, light)).toEqual(shownExchange(bundled, whole));
});

test('a small record, and what is no record, is left as it is', () => {
  const { lighten } = openLightening(bundled);
  for (const one of [exchange({ further: [1] }), exchange({ padding }, getOrganisation())])
    expect(lighten(one)).toBe(one);
});

test('what is held is counted, each answer once, and too much of it ends the run', () => {
  const { keep, obstacle } = openLightening(bundled);
  const list = exchange({ list: Array.from({ length: 100_000 }, (_, at) => ({ at })) }, getOrganisation());
  for (let count = 0; count < 40; count += 1) keep({ ...list, number: count });
  expect(obstacle()).toBeUndefined();
  for (let count = 0; count < 40; count += 1) keep({ ...list, body: { kind: 'json', value: list.body } });
  expect(obstacle()).toMatch(
    /^The answers of the target are so large that together they take more than 96 MB/,
  );
});
