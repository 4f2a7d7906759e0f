import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bundled } from '../../../src/specification/bundled.ts';

/** The rows that the requirement set of a version of the interface was frozen with, as `standing id`. */
function frozenAt(version: string): string[] {
  return readFileSync(new URL(`requirements-${version}.txt`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
}

const whatToDo =
  'The requirements of a version of the interface are frozen: see docs/decisions/0019-versions.md. For a new statement, raise info.version of the description and freeze its set in a file of its own. To mend a row that misreads the documents, change this file in a commit of its own, and list the verdicts that change in CHANGELOG.md.';

test('the requirements are those that this version of the interface was frozen with', () => {
  // A public standard is no part of the interface.
  const ofTheDocuments = bundled.requirements.filter(({ standing }) => standing !== 'advisory');
  const rows = ofTheDocuments.map(
    ({ id, standing, untestable }) => `${untestable === undefined ? standing : 'untestable'} ${id}`,
  );
  expect(rows.sort(), whatToDo).toEqual(frozenAt(bundled.description.info.version));
});
