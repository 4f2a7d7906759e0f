import { describe, expect, test } from 'vitest';
import { getCaseData } from '../../../src/api/calls.ts';
import { type Refused, tellingRefusals } from '../../../src/rules/telling-refusals.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { replyWith } from '../harness/hand-made-session.ts';

const contact = 'jane.smith@acme.example';
const record = { address: { line_1: '4 Castle Street' }, agentEmail: contact };

/** The refusal of a case of which the record is known. */
function refusal(id: string, message: string): Refused {
  const call = getCaseData(id);
  return {
    reply: { ...replyWith(403, JSON.stringify({ message })), call, credentials: 'outsider' },
    accepted: { ...replyWith(200, JSON.stringify({ ...record, caseId: id })), call },
  };
}

function toldBy(...messages: string[]): number {
  const refused = messages.map((message, place) => refusal(`case-${place}`, message));
  return [...tellingRefusals(bundled, refused, 'outsider-403')].length;
}

describe('a refusal of a case', () => {
  test('that tells what no other refusal tells is found', () => {
    expect(toldBy('No entry to 4 Castle Street.', 'No entry.', 'No entry.')).toBe(1);
  });

  test('that says whom to ask is not, though another refusal does not say it', () => {
    expect(toldBy(`Ask ${contact}.`, `Ask ${contact}.`, 'Forbidden')).toBe(0);
  });

  test('that is the only one is not judged', () => {
    expect(toldBy('No entry to 4 Castle Street.')).toBe(0);
  });
});
