import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFile } from '../support/temporary.ts';
import { anything, each, listOf, maybe, oneOf, row, tableOf, text, yamlOf } from '../support/yaml-rows.ts';

test.each([
  ['a: {one: [no, [], 1]}', '/a/one/0 has another form'],
  ['a: {one: [yes, [1], 1]}', '/a/one/1/0 has another form'],
  ['a: {one: [yes, []]}', '/a/one/2 has another form'],
  ['a: {one: [yes, [], 1, a, 2]}', '/a/one has more than 4 values'],
  ['a: {one: yes}', '/a/one has another form'],
  ['a: {}', '/a has no rows'],
  ['{a: {one: [yes, [], 1]}, b: {}}', ' has b'],
])('a table that is %s has another form', async (content, problem) => {
  const file = pathToFileURL(await temporaryFile('rows.yaml', content));
  const form = each({ a: tableOf(row(oneOf('yes'), listOf(text), anything, maybe(text))) });
  expect(() => yamlOf(file, form)).toThrow(problem);
});
