import { describe, expect, test } from 'vitest';
import { type Showing, watchValues } from '../../../../src/conformance/put-back/shown-values.ts';
import type { ClientRecord } from '../../../../src/rules/client-record.ts';
import { bundled } from '../../../../src/specification/bundled.ts';

const before = { title: 'Ms', firstName: 'Rosalind', lastName: 'Ollerenshaw', companyName: 'Ollerenshaw' };

/** What a client shows after each of a few values was sent. */
function showings(...steps: readonly (readonly [sent: ClientRecord, shown: ClientRecord])[]): Showing[] {
  const values = watchValues(bundled);
  values.shown('one', before);
  return steps.map(([sent, shown]) => {
    values.sent('one', sent, true);
    return values.shown('one', { ...before, ...shown });
  });
}

const nothing: Showing = { exact: [], asBefore: [], otherwise: [] };

describe('what a client shows of the values that it was sent', () => {
  test('is exact, as before or otherwise, field by field', () => {
    expect(
      showings([
        { title: 'Dr', firstName: 'Avery', lastName: 'Sample' },
        { title: 'Dr', lastName: 'SAMPLE' },
      ]),
    ).toEqual([{ exact: ['title'], asBefore: ['firstName'], otherwise: ['lastName'] }]);
  });

  test.each([
    ['S****', 'Sample'],
    ['Sam', 'Sample'],
    ['SAMPLE', 'Sample'],
    ['Sample Sons', 'Sample  Sons'],
    ['Sons', '<i>Sons</i>'],
    [undefined, 'Sample'],
    ['', 'Sample'],
  ])('is otherwise where it shows %j of %j', (shown, sent) => {
    expect(showings([{ lastName: sent }, { lastName: shown }])).toEqual([
      { ...nothing, otherwise: ['lastName'] },
    ]);
  });

  test('proves nothing where it was shown before', () => {
    expect(showings([{ lastName: 'Ollerenshaw' }, {}])).toEqual([nothing]);
    // A target that shows one word for everything has not shown what it was sent.
    expect(showings([{ lastName: 'Ollerenshaw' }, {}], [{ lastName: 'Sample' }, {}]).at(-1)).toEqual({
      ...nothing,
      asBefore: ['lastName'],
    });
  });

  test('is not judged again once it was shown exactly, but of each client by itself', () => {
    const values = watchValues(bundled);
    values.sent('one', { lastName: 'Sample' }, true);
    expect(values.shown('one', { ...before, lastName: 'Sample' })).toEqual({
      ...nothing,
      exact: ['lastName'],
    });
    for (const [client, otherwise] of [
      ['one', []],
      ['other', ['lastName']],
    ] as const) {
      values.shown(client, before);
      values.sent(client, { lastName: 'Avery', title: 'Dr' }, true);
      const showing = values.shown(client, { ...before, lastName: 'A' });
      expect(showing).toEqual({ exact: [], asBefore: ['title'], otherwise });
    }
  });

  test('is judged again where it was as before or otherwise', () => {
    expect(showings([{ lastName: 'Sample' }, {}], [{ lastName: 'Avery' }, { lastName: 'A' }]).at(-1)).toEqual(
      { ...nothing, otherwise: ['lastName'] },
    );
  });

  test('is held against the last of several values, and only once', () => {
    const values = watchValues(bundled);
    values.shown('one', before);
    values.sent('one', { lastName: 'Sample', title: 'Dr' }, true);
    values.sent('one', { lastName: 'Avery' }, true);
    expect(values.shown('one', { ...before, lastName: 'Avery' })).toEqual({
      ...nothing,
      exact: ['lastName'],
      asBefore: ['title'],
    });
    expect(values.shown('one', { ...before, lastName: 'X', title: 'X' })).toEqual(nothing);
  });

  test('is of one client, and nothing of another', () => {
    const values = watchValues(bundled);
    values.sent('one', { lastName: 'Sample' }, true);
    expect(values.shown('other', before)).toEqual(nothing);
    expect(values.shown('one', { ...before, lastName: 'Sample' }).exact).toEqual(['lastName']);
  });

  test('is not held against what a target may well change, such as a text with space around it', () => {
    expect(showings([{ lastName: ' Sample ', title: 5 }, { lastName: 'Sample' }])).toEqual([nothing]);
  });
});
