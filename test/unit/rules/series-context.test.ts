import { describe, expect, test } from 'vitest';
import { updateClient } from '../../../src/api/calls.ts';
import { replacesAddress, takesFields, wrongIn } from '../../../src/rules/change-rules.ts';
import { clientReadingOf, type ObservedChange } from '../../../src/rules/client-change.ts';
import type { ClientRecord } from '../../../src/rules/client-record.ts';
import { seriesContext } from '../../../src/rules/series-context.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { first } from '../harness/hand-made-clients.ts';
import { replyWith } from '../harness/hand-made-session.ts';

/** Changes one after the other, each with what was sent and what is shown afterwards. */
function changesFrom(
  start: ClientRecord,
  steps: readonly (readonly [sent: ClientRecord, shown: ClientRecord])[],
): ObservedChange[] {
  let before = start;
  return steps.map(([body, shown]) => {
    const reply = { ...replyWith(200, JSON.stringify(shown)), call: updateClient(first, '{}') };
    const after = clientReadingOf(reply, first);
    const change = { client: first, body, before, answer: after, after };
    before = after.record ?? before;
    return change;
  });
}

function messagesOf(...of: Parameters<typeof changesFrom>): string[] {
  const changes = changesFrom(...of);
  const series = seriesContext(bundled, changes);
  return changes.flatMap((change) =>
    wrongIn(bundled, { ...change, series }, [takesFields, replacesAddress]).flatMap((one) =>
      one.kind === 'deviates' ? [one.finding.message] : [],
    ),
  );
}

const named = (lastName: string): ClientRecord => ({ lastName });
const county = (text: string): ClientRecord => ({ address: { county: text } });

describe('A text that is as before the change', () => {
  test('is altered if the target made it of what was sent before', () => {
    const upper = '/lastName is stored in upper case';
    expect(
      messagesOf(named('Doe'), [
        [named('Sample'), named('SAMPLE')],
        [named('sample'), named('SAMPLE')],
      ]),
    ).toEqual([upper, upper]);
  });

  test('is altered in a line of an address, too', () => {
    expect(
      messagesOf(county('Kent'), [
        [county('Sampleshire'), county('Samp')],
        [county('Sampletown'), county('Samp')],
      ]),
    ).toEqual(['/address/county is cut to 4 characters', '/address/county is cut to 4 characters']);
  });

  test('is not changed if a reading before the change showed it, too', () => {
    const [change] = changesFrom(named('Doe'), [[named('Sample'), named('Doe')]]);
    const reading = change && { ...change, body: {}, before: change.after.record ?? {} };
    const series = reading && seriesContext(bundled, [reading, { ...change, before: reading.before }]);
    expect(series?.values.get('/lastName')).toEqual(new Set(['Doe', 'Sample']));
  });

  test.each([
    ['it was shown at the start', named('Doe'), named('Doe')],
    ['it was sent', named('Sample'), named('Sample')],
  ])('is not changed if %s', (_, sent, shown) => {
    expect(
      messagesOf(named('Doe'), [
        [sent, shown],
        [named('Tester and Sons'), shown],
      ]),
    ).toEqual(['/lastName still has its former value']);
  });
});

test('Values that look alike when they are masked are said to differ', () => {
  expect(messagesOf(named('Tester'), [[named('Sample'), named('Tester')]])).toEqual([
    '/lastName still has its former value, which is not the sent one',
  ]);
});

describe('A hazard is named', () => {
  const lost = [named('null'), named('nil value')] as const;

  test('if a text of the field without it came back', () => {
    expect(messagesOf(named('Doe'), [[named('Sample'), named('Sample')], lost])).toEqual([
      '/lastName is another text of 9 characters instead of 4, sent with the word null',
    ]);
  });

  test('not if other texts are altered, too', () => {
    expect(messagesOf(named('Doe'), [[named('Sample'), named('Sam')], lost])).toEqual([
      '/lastName is cut to 3 characters',
      '/lastName is another text of 9 characters instead of 4',
    ]);
  });
});
