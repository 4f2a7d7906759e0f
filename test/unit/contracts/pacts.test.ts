import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { committedPact } from '../../../contracts/parties.ts';
import { objectionsTo } from '../../../scripts/contracts/objections.ts';
import {
  mergedPact,
  type PactInteraction,
  pactText,
  readPact,
} from '../../../scripts/contracts/pact-file.ts';
import { memberOf } from '../../../src/schema/pointer.ts';
import { bundled } from '../../../src/specification/bundled.ts';

// contracts/contract.ts tests that each interaction is as the contracts declare it.
const pact = readPact(committedPact);

function operationOf({ description }: PactInteraction): string {
  return description.split(': ', 1)[0] ?? '';
}

test('the committed pact is written as npm run contracts writes it', () => {
  expect(readFileSync(committedPact, 'utf8')).toBe(pactText(mergedPact([pact])));
});

test('several pacts make one, the same for any order, and refuse two interactions that are one to Pact', () => {
  const pactOf = (interaction: PactInteraction) => ({ ...pact, interactions: [interaction] });
  expect(mergedPact(pact.interactions.toReversed().map(pactOf))).toEqual(mergedPact([pact]));
  const inState = (params: object) =>
    pactOf({ description: 'a', providerStates: [{ name: 'a state', params }], request: {}, response: {} });
  const first = inState({ a: 1, b: 2 });
  expect(mergedPact([first, inState({ a: 1, b: 3 })]).interactions).toHaveLength(2);
  expect(() => mergedPact([first, inState({ b: 2, a: 1 })])).toThrow('are the same to Pact');
});

test('there is nothing to object to in the committed pact', () => {
  expect(objectionsTo(pact)).toEqual([]);
});

test('every operation has contracts, and the committed pact holds those of no other', () => {
  const operations = Object.values(bundled.description.paths)
    .flatMap((item) => Object.values(item))
    .map((operation) => String(memberOf(operation, 'operationId')))
    .sort();
  const files = readdirSync('contracts').filter((name) => name.endsWith('.test.ts'));
  expect([...new Set(pact.interactions.map(operationOf))].sort()).toEqual(operations);
  expect(files.sort()).toEqual(
    operations
      .map((name) => `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.test.ts`)
      .sort(),
  );
});

test('every status that the description lists has an interaction', () => {
  const missing = Object.values(bundled.description.paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => {
      const id = memberOf(operation, 'operationId');
      const statuses = pact.interactions
        .filter((interaction) => operationOf(interaction) === id)
        .map(({ response }) => String(memberOf(response, 'status')));
      return (
        Object.keys(memberOf(operation, 'responses') as object)
          .filter((status) => status !== 'default')
          // The documents can be read two ways on whether the description needs a token.
          .filter((status) => `${id} ${status}` !== 'getInterfaceDescription 4XX')
          .filter(
            (status) => !statuses.some((one) => new RegExp(`^${status.replaceAll('X', '.')}$`).test(one)),
          )
          .map((status) => `${id} ${status}`)
      );
    });
  expect(missing).toEqual([]);
});

test('docs/contracts.md counts the interactions', () => {
  const counts = readFileSync('docs/contracts.md', 'utf8').match(/\b\d+ interactions|Look for \d+/g);
  expect(counts).toEqual([
    `${pact.interactions.length} interactions`,
    `Look for ${pact.interactions.length}`,
  ]);
});

test('every case type and edition of a form is read', () => {
  const answered = pact.interactions
    .filter((interaction) => operationOf(interaction) === 'getCaseData')
    .map(({ response }) => response.body?.content);
  const typesOf = (values: readonly unknown[], name: string): unknown[] =>
    [...new Set(values.map((value) => memberOf(value, name)))].filter((one) => one !== undefined).sort();
  expect(typesOf(answered, 'caseType')).toEqual([...bundled.caseTypes].sort());
  const forms = (name: string): unknown[] => answered.map((value) => memberOf(value, name));
  expect(typesOf(forms('TA6'), 'type')).toEqual(['TA6_4th', 'TA6_5th', 'TA6_6th']);
  expect(typesOf(forms('TA7'), 'type')).toEqual(['TA7_3rd', 'TA7_4th', 'TA7_5th']);
});
