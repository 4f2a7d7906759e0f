import { expect, test } from 'vitest';
import { diffDocument } from '../../../../src/report/diff/document.ts';
import { diffGithub } from '../../../../src/report/diff/github.ts';
import { diffHtml } from '../../../../src/report/diff/html.ts';
import type { DiffReport, ReportedDifference } from '../../../../src/report/diff/report.ts';
import { documentMarkdown, documentText } from '../../../../src/report/document.ts';

const description = { source: 'a.yaml', title: 't', version: '1', digest: '0'.repeat(64) };
const counts = { breaking: 0, undecided: 0, compatible: 0 };

function difference(message: string, verdicts: readonly ('breaking' | 'compatible')[]): ReportedDifference {
  const [consumers, providers] = verdicts.map((verdict) => ({ verdict, reason: 'So it is.' }));
  return {
    ...{ operation: 'GET /a', part: 'response 200', pointer: '', message, places: [''], keyword: 'enum' },
    ...{ rule: 'response-enum-widened', fingerprint: '0'.repeat(16), at: {} },
    consumers: consumers ?? { verdict: 'compatible', reason: '' },
    providers: providers ?? { verdict: 'compatible', reason: '' },
  };
}

function reportOf(...differences: readonly ReportedDifference[]): DiffReport {
  const summary = { consumers: counts, providers: counts };
  return {
    formatVersion: '1.0',
    before: description,
    after: description,
    summary,
    harmless: [],
    differences,
  };
}

const inMarkdown = (report: DiffReport) => documentMarkdown(diffDocument(report, both));
const inText = (report: DiffReport) =>
  documentText(diffDocument(report, both), { paint: (_, words) => words });
const both = { failOn: 'breaking', concerned: ['consumers', 'providers'] } as const;
const broken = difference('a', ['breaking', 'compatible']);

test.each<[string, readonly ReportedDifference[]]>([
  ['## No change breaks consumers, no change breaks providers', []],
  ['## 1 change breaks consumers, no change breaks providers', [broken]],
  [
    '## 2 changes break consumers, 1 change breaks providers',
    [broken, difference('b', ['breaking', 'breaking'])],
  ],
  [
    '## No change breaks consumers, no change breaks providers',
    [{ ...broken, accepted: { reason: 'It was deprecated.' } }],
  ],
])('the top line is %s', (line, differences) => {
  expect(inMarkdown(reportOf(...differences)).split('\n')[0]).toBe(line);
});

test('it fits a comment of a pull request: lines that do not are counted, and the totals stay', () => {
  const long = (number: number) => difference(`${number} ${'x'.repeat(300)}`, ['breaking', 'compatible']);
  const many = Array.from({ length: 1_000 }, (_, number) => long(number));
  const text = inMarkdown(reportOf(...many));
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(text.length).toBeGreaterThan(64_000);
  const shown = text.match(/^- ✗ \d+ x+/gm)?.length ?? 0;
  expect(text).toContain(`\n\n${1_000 - shown} more lines do not fit here;`);
  expect(text).toMatch(/\n1,000 differences\. /);
});

test('text of a description is only shown in Markdown', () => {
  const said = difference('a | b `c`', ['compatible', 'compatible']);
  const proof = { operation: 'GET /a', body: 'd | ``e', acceptedBy: 'after' } as const;
  const text = inMarkdown(
    reportOf({ ...said, consumers: { verdict: 'breaking', reason: 'Like @f | <b>', witness: proof } }),
  );
  for (const shown of ['Like \\@f \\| \\<b\\>', 'a \\| b \\`c\\`', '"d \\| \\`\\`e"'])
    expect(text).toContain(shown);
});

test('differences that read the same are one, of one part or of many', () => {
  const [second, third] = ['GET /b', 'GET /c'].map((operation) => ({ ...broken, operation }));
  const headings = (...all: readonly (ReportedDifference | undefined)[]) =>
    inText(reportOf(broken, ...all.flatMap((one) => one ?? [])))
      .split('\n')
      .filter((line) => line.startsWith('GET'));
  expect(headings(second)).toEqual(['GET /a, response 200; and GET /b, response 200']);
  expect(headings(second, third)).toEqual(['GET /a, response 200; and 2 more parts, named by --output json']);
});

test('the page has each difference with its proof, and runs no markup of it', () => {
  const proof = { operation: 'GET /a', status: '200', body: '</code><b>', acceptedBy: 'after' } as const;
  const said = difference('<script>', ['breaking', 'compatible']);
  const harmless = [{ pointer: '/info/title', keyword: 'title', before: '<i>', after: 'b' }];
  const shown = { ...said, consumers: { ...said.consumers, witness: proof } };
  const page = diffHtml({ ...reportOf(shown), harmless }, both);
  expect(page).toContain('<h1>1 change breaks consumers, no change breaks providers</h1>');
  expect(page).toMatch(
    /<tr data-kind="breaking">.*consumers: <span class="breaking">breaking<\/span>\. .*<br>GET \/a answers 200 <code>&#34;&#60;\/code&#62;&#60;b&#62;&#34;<\/code> \(allowed now only\)/,
  );
  expect(page).toContain('title: &#34;b&#34;, was &#34;&#60;i&#62;&#34;');
  expect(page.match(/<script>/g)).toHaveLength(1);
});

test('an end of the search is said once, with the first part after it', () => {
  const unsearched = { verdict: 'undecided', reason: 'It is not known.', unsearched: true } as const;
  const report = reportOf(broken, { ...broken, operation: 'GET /b', consumers: unsearched });
  const words = 'to prove everything: 1 difference from GET /b, response 200 on is undecided for that alone.';
  expect(inText(report)).toContain(words);
  expect(inMarkdown(report)).toContain(words);
});

test('an outdated entry is named, even if nothing differs', () => {
  const outdated = [{ fingerprint: '0'.repeat(16), flaw: 'stale', message: 'It matches nothing.' }] as const;
  const report = { ...reportOf(), outdated };
  for (const text of [inMarkdown(report), inText(report)])
    expect(text).toMatch(/It matches nothing\.\s+No differences that matter\.\n$/);
});

test.each([
  ['./api/a.yaml', 'api/a.yaml'],
  ...['/etc/a.yaml', '../a.yaml', 'https://a.example/a.yaml', 'main:a.yaml', '-'].map((one) => [one, '']),
])('for GitHub, %s is the file %j', (file, named) => {
  const text = diffGithub(
    reportOf({ ...broken, at: { after: { pointer: '', file, line: 1, column: 2 } } }),
    both,
  );
  expect(text).toMatch(named === '' ? /^::error title=/ : `::error file=${named},line=1,col=2,`);
});
