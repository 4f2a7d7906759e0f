import { expect, test } from 'vitest';
import type { Redacted } from '../../../src/http/redact.ts';
import { likelyCauses } from '../../../src/report/likely-causes.ts';
import type { Problem, Sighting } from '../../../src/report/problems.ts';
import { type Evidence, notJson } from '../../../src/trace/evidence.ts';

interface Found extends Partial<Omit<Sighting, 'cause' | 'shown'>> {
  readonly sent?: Partial<Evidence['request']>;
  readonly answered?: object;
}

function problemOf({ sent, answered = {}, ...one }: Found): Problem {
  const request = { method: 'PATCH', path: '/a', credentials: 'member', ...sent };
  const shown = {
    request,
    response: { status: 200, durationMs: 1, bodyBytes: 1, body: answered as Redacted },
  };
  const general = { requirement: 'x', operation: 'updateClient', pointer: '', message: '', exchange: 0 };
  return { findings: [{ ...general, cause: shown, shown, ...one }] } as unknown as Problem;
}

const title = { pointer: '/title', kind: 'type' };
const made = { pointer: '/title', kind: 'changed though refused', exchange: 1, causedBy: 0 };
const outsider = { credentials: 'outsider' };
const head = { method: 'HEAD' };
const lost = { kind: 'changed though left out', causedBy: 0 };
const noJson = { kind: 'status 5xx', sent: { body: notJson } };
const ofText = { pointer: '/title', answered: { title: 'Ms' } };

test.each<[what: string, one: Found, other: Found, differing: Found]>([
  ['one place of one answer', title, { ...title, kind: 'x', exchange: 1, causedBy: 0 }, { pointer: '/dob' }],
  ['a place in another', { pointer: '/address' }, { pointer: '/address/uprn' }, { pointer: '/addresses' }],
  ['one whole answer', { kind: 'json' }, { kind: 'status 2xx' }, { exchange: 1 }],
  ['a refused change and its status', made, { kind: 'status 5xx' }, { kind: 'status 5xx', exchange: 1 }],
  [
    'a refused change and its caller',
    { ...made, sent: outsider },
    { exchange: 2, sent: outsider },
    { exchange: 2, sent: { credentials: 'restricted' } },
  ],
  [
    'an answer that is of another case',
    { kind: 'other', pointer: '/caseId' },
    { kind: 'other type', pointer: '/caseType' },
    { kind: 'other type', pointer: '/caseType', exchange: 1 },
  ],
  [
    'an unusual request',
    { sent: head },
    { sent: { ...head, ...outsider }, exchange: 1 },
    { sent: { ...head, path: '/b' }, exchange: 1 },
  ],
  [
    'the form of answers with several statuses',
    { kind: 'json', alike: 'are cut off' },
    { kind: 'json', alike: 'are cut off', exchange: 1 },
    { kind: 'json', alike: 'are not UTF-8', exchange: 1 },
  ],
  ['a text', ofText, { ...ofText, exchange: 1 }, { ...ofText, answered: { title: 'Mr' }, exchange: 1 }],
  [
    'a text that was not sent',
    ofText,
    { ...ofText, exchange: 1 },
    { ...ofText, exchange: 1, sent: { body: { title: 'Ms' } } },
  ],
  [
    'values of a wrong type that are stored',
    { ...title, sent: { body: { title: 5 } }, answered: { title: 5 } },
    { ...title, exchange: 1, pointer: '/dob', sent: { body: { dob: 6 } }, answered: { dob: 6 } },
    { ...title, exchange: 1, pointer: '/dob', sent: { body: { dob: 6 } }, answered: { dob: 5 } },
  ],
  [
    'fields that one change lost',
    { ...lost, pointer: '/dob' },
    { ...lost, pointer: '/title' },
    { ...lost, pointer: '/title', causedBy: 1 },
  ],
  [
    'bodies that are not JSON',
    noJson,
    { ...noJson, exchange: 1, operation: 'createOrganisation' },
    { ...noJson, exchange: 1, sent: { body: [] } },
  ],
])('Two problems probably have one cause: %s', (_, one, other, differing) => {
  expect(likelyCauses([one, other].map(problemOf))).toEqual([undefined, 0]);
  expect(likelyCauses([one, differing].map(problemOf))).toEqual([undefined, undefined]);
});

test.each(['(a string of 99 characters)', 'Xxxxx', ''])(
  'The text %j in two answers shows nothing',
  (text) => {
    const found = { ...ofText, answered: { title: text } };
    expect(likelyCauses([found, { ...found, exchange: 1 }].map(problemOf))).toEqual([undefined, undefined]);
  },
);
