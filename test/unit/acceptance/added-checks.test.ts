import { expect, test } from 'vitest';
import { type SuiteRecord, withAddedChecks } from '../../../src/acceptance/added-checks.ts';
import { resultWith } from '../conformance/support.ts';

const present = { version: '1.3.0', interface: '2.0', checks: ['a.new', 'a.old'] };
const earlier = { version: '1.2.0', interface: '2.0', checks: ['a.old'] };

test.each<[since: string, records: SuiteRecord[], added: string[]]>([
  ['nothing', [], []],
  ['an earlier release', [earlier], ['a.new']],
  ['what does not list its checks', [{ version: '1.2.0' }], []],
  ['two, of which one knows it', [earlier, present], []],
  ['two, of which one does not list its checks', [earlier, { version: '1.2.0' }], []],
])('which checks are new since %s, and the caller’s own never are', (_, records, added) => {
  const results = ['a.old', 'a.new', 'mine.own'].map((id) => resultWith({ id }));
  const marked = withAddedChecks(results, records, present).filter((result) => result.added === true);
  expect(marked.map(({ id }) => id)).toEqual(added);
});
