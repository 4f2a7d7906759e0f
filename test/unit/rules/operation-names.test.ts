import { expect, test } from 'vitest';
import * as calls from '../../../src/api/calls.ts';
import configuration from '../../../src/gate/configuration.schema.json' with { type: 'json' };
import * as library from '../../../src/index.ts';
import report from '../../../src/report/report.schema.json' with { type: 'json' };
import { guardedOperations, operations } from '../../../src/rules/operations.ts';
import { bundledDescription } from '../../../src/specification/description.ts';

const described = Object.values(bundledDescription.paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap((operation) => (operation as { operationId?: string }).operationId ?? [])
  .toSorted();

test('every operation that is described has its rules', () => {
  expect(Object.keys(operations).toSorted()).toEqual(described);
});

test('a report may name every operation', () => {
  expect(report.$defs.operation.enum.toSorted()).toEqual(described);
});

test('a configuration may restrict every operation that requires a token', () => {
  expect(configuration.properties.restrictedOperations.items.enum.toSorted()).toEqual(
    guardedOperations.toSorted(),
  );
});

test('the library exports the request of every operation', () => {
  expect(Object.keys(calls).toSorted()).toEqual(described);
  expect(library).toMatchObject(calls);
});
