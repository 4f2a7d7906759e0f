import { expect, test } from 'vitest';
import { getCaseData } from '../../../src/api/calls.ts';
import type { Judgement } from '../../../src/harness/check.ts';
import { isRefusalAsDescribed, refuses } from '../../../src/rules/refusal.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Description } from '../../../src/specification/description.ts';
import { openSpecification } from '../../../src/specification/open.ts';
import type { Exchange } from '../../../src/trace/exchange.ts';
import { exchangeOf } from '../../support/exchange.ts';

function wrongWith(body: unknown, edit: (text: string) => string): unknown[] {
  const description = JSON.parse(edit(JSON.stringify(bundled.description))) as Description;
  const reply = exchangeOf(401, JSON.stringify(body), { call: getCaseData('1') });
  return isRefusalAsDescribed(openSpecification(description), reply).flatMap((judgement: Judgement) =>
    judgement.kind === 'deviates' ? [[judgement.finding.pointer, judgement.finding.kind]] : [],
  );
}

test('where nothing is said of refusals, they have a message', () => {
  const unsaid = (text: string): string =>
    text
      .replaceAll(
        /,"content":\{"application\/json":\{"schema":\{"\$ref":"#\/components\/schemas\/Error"\}\}\}/g,
        '',
      )
      .replace('"Error":', '"Unused":');
  expect(wrongWith({ message: 'No.' }, unsaid)).toEqual([]);
  expect(wrongWith({}, unsaid)).toEqual([['/message', 'required']]);
});

test('two things that are wrong at one place are of two kinds', () => {
  const narrowed = (text: string): string =>
    text.replace(
      '"required":["message"]',
      '"required":["message"],"minProperties":3,"propertyNames":{"minLength":8}',
    );
  const kinds = wrongWith({ message: 'No.' }, narrowed).map((one) => String(one));
  expect(new Set(kinds).size).toBeGreaterThan(1);
});

test('an answer that must be a refusal, and has nothing of what valid credentials are answered, says no', () => {
  const call = getCaseData('1');
  const [answer, accepted] = ['{"isKnown":false}', '{"caseId":"1"}'].map((body) => ({
    ...exchangeOf(200, body),
    call,
  })) as [Exchange, Exchange];
  const said = [...refuses(bundled, answer, 401, 'credentials-401', accepted)];
  expect(said).toEqual([
    expect.objectContaining({
      finding: expect.objectContaining({ message: 'The status is 200 instead of 401, without any data' }),
    }),
  ]);
});
