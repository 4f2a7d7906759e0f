import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Commands } from '../../../../src/report/commands.ts';
import { htmlReport } from '../../../../src/report/html/page.ts';
import type { Report } from '../../../../src/report/report.ts';
import { summaryOf } from '../../../../src/report/summary.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { brokenRun, casePath, commands, exchange, failed, finding, reportOfRun, result } from '../values.ts';

const pageOf = (report: Report, again = commands) =>
  htmlReport(summaryOf(report), again, bundled.requirements);

function readable(page: string): string {
  return page
    .replaceAll(/<(style|script)>.*?<\/\1>/gs, '')
    .replaceAll('<wbr>', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .replaceAll(/\s+/g, ' ');
}

function section(page: string, id: string): string {
  return readable(page.split(`<section id="${id}"`)[1]?.split('</section>')[0] ?? '');
}

test('A problem has its headline, its statement, the requests that show it, and the commands to see it again', () => {
  const told = section(pageOf(brokenRun(3)), 'deviations');
  expect(told).toContain("/TA6/field2 is 'Yes', not one of 'yes', 'no', '2' failure case-record-varies # ");
  const path = '/api/v2/cases/00000000-0000-4000-8000-000000000002/data';
  expect(told).toContain(`GET ${path} as member → 200, /TA6/field2 is "Yes" in 3 ms Only one `);
  expect(told).toContain(
    `curl --include -H "Authorization: Bearer \${CASE_API_TOKEN}" https://acme.example${path} `,
  );
  expect(told).toContain(`${commands.rerun} --only check-2 `);
  expect(told).toContain(`Explain ${commands.explain} case-record-varies `);
});

test('A field that is wrong everywhere is one problem, which lists the places', () => {
  const findings = ['/a', '/b', '/c', '/d'].map((pointer) =>
    finding('case-price', pointer, 'is a string instead of a number'),
  );
  const shown = section(
    pageOf(reportOfRun({ results: [failed('x', findings, [exchange(casePath)])] })),
    'deviations',
  );
  expect(shown).toContain('Each of 4 fields is a string instead of a number');
  expect(shown).toContain(
    `4 fields ${['a', 'b', 'c', 'd'].map((field) => `/${field} is a string instead of a number`).join(' ')}`,
  );
});

test('Of several fields, each has the value that was seen, and other requests than the first', () => {
  const shown = [exchange(casePath, { a: 1, b: 22 }), exchange('/api/v2/org', { c: 333 })];
  const findings = ['/a', '/b', '/c'].map((pointer, place) =>
    finding('case-price', pointer, 'is a number instead of a string', place === 2 ? 1 : 0),
  );
  const told = section(pageOf(reportOfRun({ results: [failed('x', findings, shown)] })), 'deviations');
  expect(told).toContain(
    '3 fields /a 1 /b 22 /c GET /api/v2/org as member → 200, /c is 333 2 occurrences in x ',
  );
});

test('Occurrences name all their checks, and equal ones share a line', () => {
  const findings = [0, 1, 2].map((place) => finding('case-price', '/a', 'must be a number', place));
  const shown = [casePath, casePath, '/api/v2/org'].map((path) => exchange(path));
  const report = reportOfRun({ results: [failed('x', findings, shown)] });
  const results = [...report.results, failed('y', findings.slice(2), [])];
  const told = section(pageOf({ ...report, results }), 'deviations');
  expect(told).toContain(
    `3 occurrences GET ${casePath} as member → 200 (x), 2 times GET /api/v2/org as member → 200 (x, y) `,
  );
});

test('Each broken statement of the register leads to its problem, also those that a problem breaks besides its first', () => {
  const findings = ['case-price', 'case-id'].map((row, place) =>
    finding(row, `/${'ab'[place]}`, 'must be a number, but is a string'),
  );
  const page = pageOf(reportOfRun({ results: [failed('x', findings, [exchange(casePath)])] }));
  expect(page.match(/<a href="#problem-[0-9a-f]{16}">/g)).toHaveLength(2);
});

test('Only several problems have a filter', () => {
  const several = ['/a', '/b'].map((pointer) => finding('case-price', pointer, `is not ${pointer}`));
  const [two, one] = [several, several.slice(0, 1)].map((findings) =>
    pageOf(reportOfRun({ results: [failed('x', findings, [exchange(casePath)])] })),
  );
  expect(two).toContain('data-filters="deviations"');
  expect(one).not.toContain('data-filters="deviations"');
});

test('Undecided checks lead to the problem that must be fixed first', () => {
  const blockedBy = [{ exchange: 0, pointer: '/price' }];
  const remedies = [{ reason: 'no-data', remedy: 'List another.', blockedBy }] as const;
  const report = reportOfRun({
    results: [failed('x', [finding('case-price', '/price', 'is not a number')], [exchange(casePath)])],
  });
  const open = result({
    id: 'y',
    title: 'Y is tested',
    verdict: 'inconclusive',
    reason: 'no-data',
    remedies,
  });
  const page = pageOf({ ...report, results: [...report.results, open] });
  const [anchor] = /problem-[0-9a-f]{16}/.exec(page) ?? [];
  expect(page).toContain(`<a href="#${anchor}">Fix problem 1 first: /price is not a number.</a>`);
  expect(section(page, 'checks')).toContain('undecided Y is tested y Fix problem 1 first: ');
  expect(page).not.toMatch(/>inconclusive</);
});

test('Waived, undecided, observed and changed entries are on the page', () => {
  const page = pageOf(brokenRun(1));
  expect(section(page, 'waived')).toContain('/price is not a number. case-price, until 2099-12-31: Known');
  expect(section(page, 'undecided')).toContain('Set tokens.outsider. (1 check, of access control) outsider');
  expect(section(page, 'changes')).toContain("create-organisation-status:the-status '200' → '201'");
  expect(section(page, 'observations')).toContain('the status 201');
  expect(section(page, 'advisories')).toContain('authentication-challenge (RFC 9110');
  expect(section(page, 'objections')).toContain('outsider is undecided. Set tokens.outsider.');
  expect(section(page, 'drift')).toContain('Not compared:');
  expect(section(page, 'reproduce')).toContain(`Repeat this run ${commands.rerun} Suite`);
});

test('A run in which nothing deviates has its verdict, and no empty sections', () => {
  const report = reportOfRun({ results: [result()] }, { only: 'listed' });
  const page = pageOf(report);
  expect(readable(page)).toContain(`No deviations. 1 of ${report.decidable} requirements was tested. `);
  expect(section(page, 'deviations')).toContain('No deviations were found.');
  const ids = [...page.matchAll(/<section id="([^"]*)"/g)].map(([, id]) => id);
  const always = [
    'deviations',
    'operations',
    'record',
    'observations',
    'requirements',
    'checks',
    'reproduce',
  ];
  expect(ids).toEqual(always);
});

test('The contents count the places of the served description that are told, also where nothing differs', () => {
  const results = [failed('a', [finding('case-price', '/price', 'is not a number')], [exchange(casePath)])];
  const contradicting = [results[0]?.findings[0]?.fingerprint ?? ''];
  const page = pageOf(reportOfRun({ results }, { drift: { state: 'none', contradicting } }));
  expect(readable(page)).toContain('Served description 1 ');
  expect(section(page, 'drift')).toContain('but also its own description: problem 1.');
});

test('The page allows its own style and script, and nothing else', () => {
  const page = pageOf(brokenRun(1));
  const [style, script] = ['style', 'script'].map((name) => {
    const [, content = '', ...others] = page.split(new RegExp(`<${name}>|</${name}>`));
    expect(others).toHaveLength(1);
    return createHash('sha256').update(content).digest('base64');
  });
  const policy = readable(`${/Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]}`);
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `style-src 'sha256-${style}'`,
    `script-src 'sha256-${script}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(page).not.toMatch(/ (style|src|on\w+)="|href="(?!#)/);
});

test('No text of a report becomes a part of the page', () => {
  const report = brokenRun(3);
  const page = pageOf(withHostileTexts(report) as Report, withHostileTexts(commands) as Commands);
  expect(tagsOf(page)).toEqual(tagsOf(pageOf(report)));
  expect(page.match(/[\p{Cf}\u2028\u2029]|(?!\n)\p{Cc}/gu)).toBeNull();
  expect(readable(page)).toContain(`Set tokens.outsider.${hostile.slice(0, 60)}`);
});

const hostile = `</title></style></script><!--"><img src=x onerror='a\`\${b}'>&lt;\u202e\u2066\u200b\u001b[2J\u2028`;

const ours = ['conclusion', 'verdict', 'state', 'kind'];

function withHostileTexts(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return ours.includes(name) ? value : value + hostile;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withHostileTexts(one, name));
  const isChosen = ['body', 'TA6', 'valid', 'invalid'].includes(name);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [isChosen ? key + hostile : key, withHostileTexts(one, key)]),
  );
}

function tagsOf(page: string): Set<string> {
  const tags = page.replaceAll(/<(style|script)>.*?<\/\1>/gs, '').matchAll(/<[^>]*>/g);
  return new Set([...tags].map(([tag]) => tag.replaceAll(/"[^"]*"/g, '""')));
}
