import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bundled } from '../../../src/specification/bundled.ts';

/** The rows of a version of the interface, as `standing id`, from the file that froze them. */
function frozenAt(version: string): string[] {
  const file = new URL(`requirements-${version}.txt`, import.meta.url);
  if (!existsSync(file))
    throw new Error(
      `test/unit/specification/requirements-${version}.txt does not exist. Copy the file of the version before, and list the rows that the new version adds, removes or changes.`,
    );
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

const whatToDo =
  'The requirements of a version of the interface are frozen: see docs/decisions/0019-versions.md. While the suite is unreleased, add a new statement to test/unit/specification/requirements-2.0.txt, with a decision. After that, raise info.version of the description, and copy this file for the new version. To correct a row that misreads the documents, change this file in a commit of its own, and list the verdicts that change in CHANGELOG.md.';

test('the requirements are those that this version of the interface was frozen with', () => {
  const ofTheDocuments = bundled.requirements.filter(({ standing }) => standing !== 'advisory');
  const rows = ofTheDocuments.map(
    ({ id, standing, untestable }) => `${untestable === undefined ? standing : 'untestable'} ${id}`,
  );
  expect(rows.sort(), whatToDo).toEqual(frozenAt(bundled.description.info.version));
});
