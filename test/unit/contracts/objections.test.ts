import { expect, test } from 'vitest';
import { objectionsTo } from '../../../scripts/contracts/objections.ts';
import type { PactInteraction } from '../../../scripts/contracts/pact-file.ts';

const rules = (matcher: object): object => ({ combine: 'AND', matchers: [matcher] });

const right: PactInteraction = {
  description: 'a case is read',
  comments: { references: { requirement: { 'case-data-200': 'interface 4.1' } } },
  providerStates: [{ name: 'a case of this type', params: { caseId: '1' } }],
  request: {
    headers: { 'Content-Type': ['application/json'] },
    generators: { path: { expression: `/cases/\${caseId}/data`, type: 'ProviderState' } },
  },
  response: {
    headers: { 'Content-Type': ['application/json'], Link: [] },
    body: { content: { kinds: ['a'], people: [{ names: ['b'] }] } },
    matchingRules: {
      header: { 'Content-Type': rules({ match: 'regex', regex: '^(?i:a|(?:b|c))[^|]\\|\\\\$' }) },
      body: {
        '$.kinds': rules({ match: 'type', min: 0 }),
        '$.people': rules({ match: 'type', min: 0 }),
        '$.people[*].names': rules({ match: 'type', min: 0 }),
      },
    },
  },
};

function objectionsToOne(changes: Partial<PactInteraction>): string[] {
  return objectionsTo({
    consumer: { name: 'client' },
    provider: { name: 'service' },
    interactions: [{ ...right, ...changes }],
    metadata: { pactSpecification: { version: '4.0' } },
  });
}

function pattern(regex: string): Partial<PactInteraction> {
  return { request: { matchingRules: { header: { Authorization: rules({ match: 'regex', regex }) } } } };
}

test('there is nothing to object to in an interaction that is right', () => {
  expect(objectionsToOne({})).toEqual([]);
});

test.each<[string, Partial<PactInteraction>, string]>([
  ['no requirement', { comments: {} }, 'it cites no requirement'],
  [
    'a requirement that there is not',
    { comments: { references: { requirement: { 'case-data-2000': 'interface 4.1' } } } },
    "the register has no row 'case-data-2000' of that source",
  ],
  [
    'a parameter that no state gives',
    { providerStates: [{ name: 'a case of this type' }] },
    "no state gives the parameter 'caseId'",
  ],
  ['a pattern without a start', pattern('a$'), 'the pattern a$ is not of a whole value'],
  ['a pattern of two alternatives', pattern('^a|(b)$'), 'the pattern ^a|(b)$ is not of a whole value'],
  [
    'a header in lower case',
    { request: { headers: { 'content-type': [] } } },
    'the header content-type is not written like Content-Type',
  ],
  [
    'an empty list',
    {
      response: {
        body: { content: { kinds: [] } },
        matchingRules: { body: { '$.kinds': rules({ match: 'type', min: 0 }) } },
      },
    },
    'the list at $.kinds is empty',
  ],
  [
    'a list without a rule',
    { response: { body: { content: { kinds: ['a'] } }, matchingRules: { body: {} } } },
    'the list at $.kinds must have a certain length',
  ],
  [
    'a list that must have elements',
    {
      response: {
        body: { content: [{ kinds: ['a'] }] },
        matchingRules: {
          body: { $: rules({ match: 'type', min: 0 }), '$[*].kinds': rules({ match: 'type', min: 1 }) },
        },
      },
    },
    'the list at $[*].kinds must have a certain length',
  ],
])('%s is objected to', (_what, changes, objection) => {
  expect(objectionsToOne(changes)).toEqual([`a case is read: ${objection}`]);
});
