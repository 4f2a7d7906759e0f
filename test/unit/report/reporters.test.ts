import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/report/report.ts';
import { ctrfJson } from '../../../src/report/reporters/ctrf.ts';
import { githubCommands } from '../../../src/report/reporters/github.ts';
import { junitXml } from '../../../src/report/reporters/junit.ts';
import { markdown } from '../../../src/report/reporters/markdown.ts';
import { testCasesOf } from '../../../src/report/reporters/test-cases.ts';
import { summaryOf } from '../../../src/report/summary.ts';
import { brokenRun, casePath, exchange, failed, finding, reportOfRun, result, undecided } from './values.ts';

const price = 'getCaseData.Sale.case-price';
const terms = { reason: 'It is mended soon.', until: '2026-12-31' };
const failing = failed(price, [finding('case-price', '/price', 'is not a number')], [exchange(casePath)]);
const failingWith = (findings: Parameters<typeof failed>[1], exchanges = [exchange(casePath)]) =>
  reportOfRun({ results: [failed(price, findings, exchanges)] });
const waived = {
  ...failing,
  id: 'a.waived',
  findings: failing.findings.map((one) => ({ ...one, waived: terms })),
};
const old = {
  ...failing,
  id: 'an.old-one',
  findings: failing.findings.map((one) => ({ ...one, isInBaseline: true as const })),
};
const open = undecided('getCaseData.outsider', 'outsider-403', 'not-configured', 'Set tokens.outsider.');
const objection = { kind: 'drift', message: 'No description was served.' } as const;

const mixed = reportOfRun(
  {
    results: [result({ id: 'a.pass' }), failing, waived, old, open],
    suiteFaults: [{ check: 'a.broken', error: new Error('no') }],
  },
  { objections: [objection] },
);

const hostile =
  '</testcase> ::error::x\n::set-output name=a::b\r\n| [a](javascript:b) `c` <img src=x> \u001b[31m \u202e ]]> 100%';
const attacked = failingWith([finding('case-price', '/price', hostile)]);

interface ParsedCase {
  readonly '@_name': string;
  readonly failure?: { readonly '@_message': string };
}

function parsed(report: Report) {
  const text = junitXml(summaryOf(report));
  expect(XMLValidator.validate(text)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => /^test(suite|case)$/.test(name),
  });
  return parser.parse(text).testsuites as Record<string, unknown> & {
    testsuite: (Record<string, unknown> & { testcase: ParsedCase[] })[];
  };
}

type Ordered = Readonly<Record<string, readonly Ordered[] | Readonly<Record<string, string>>>>;

interface Rule {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly holds: readonly string[];
}

const outcome = { required: [], optional: ['type', 'message'], holds: ['#text'] };

/** From junit-10.xsd of Jenkins' xUnit plugin, which rejects an invalid file. */
const jenkinsRules: Readonly<Record<string, Rule>> = {
  testsuites: {
    required: [],
    optional: ['name', 'time', 'tests', 'failures', 'errors'],
    holds: ['testsuite'],
  },
  testsuite: {
    required: ['name', 'tests', 'failures', 'errors'],
    optional: [
      ...['group', 'time', 'skipped', 'timestamp', 'hostname', 'id', 'package', 'file', 'log', 'url'],
      'version',
    ],
    holds: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
  },
  testcase: {
    required: ['name'],
    optional: ['time', 'classname', 'group'],
    holds: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  ...{ skipped: outcome, error: outcome, failure: outcome },
};

function brokenRules(element: Ordered): string[] {
  const [name = ''] = Object.keys(element).filter((key) => key !== ':@');
  if (name === '#text') return [];
  const rule = jenkinsRules[name];
  if (rule === undefined) return [`${name} is not known`];
  const attributes = (element[':@'] ?? {}) as Readonly<Record<string, string>>;
  const given = Object.keys(attributes).map((key) => key.replace(/^@_/, ''));
  const children = element[name] as readonly Ordered[];
  const within = children.flatMap((child) => Object.keys(child).filter((key) => key !== ':@'));
  const isTime = /^\d*(\.\d{0,3})?$/.test(attributes['@_time'] ?? '');
  return [
    ...rule.required.filter((one) => !given.includes(one)).map((one) => `${name} lacks ${one}`),
    ...given
      .filter((one) => ![...rule.required, ...rule.optional].includes(one))
      .map((one) => `${name} has ${one}`),
    ...within.filter((one) => !rule.holds.includes(one)).map((one) => `${name} holds ${one}`),
    ...(isTime ? [] : [`${name} has a time of another form`]),
    ...children.flatMap(brokenRules),
  ];
}

test('A check whose deviations are all accepted shows each with its code, the gravest first', () => {
  const findings = [
    finding('case-price', '/price', 'is not a number'),
    { ...finding('permissions-403', '', 'It is 200'), kind: 'status 2xx' },
  ].map((one) => ({ ...one, waived: terms }));
  const [accepted] = testCasesOf(summaryOf(failingWith(findings)));
  const readable = 'A token without the permission can read a case (200)';
  expect(accepted?.outcome).toEqual({
    kind: 'skipped',
    message: `Waived until 2026-12-31: ${readable}.`,
    details: `${readable}. (permissions-403/status)\n/price is not a number. (case-price)`,
  });
});

describe('JUnit', () => {
  test.each([
    ['a mixed report', mixed],
    ['an attacked one', attacked],
    ['an empty one', reportOfRun({})],
    ['one of a target that was not tested', reportOfRun({ results: [open] })],
  ])('of %s is as the schema of Jenkins has it', (_, report) => {
    const parser = new XMLParser({
      ...{ preserveOrder: true, ignoreAttributes: false, ignoreDeclaration: true },
      parseAttributeValue: false,
    });
    const elements = parser.parse(junitXml(summaryOf(report))) as Ordered[];
    expect(elements.map((one) => Object.keys(one)[0])).toEqual(['testsuites']);
    expect(elements.flatMap(brokenRules)).toEqual([]);
  });

  test('has what fails a run as failures, what does not as skipped, and faults of the suite as errors', () => {
    const all = parsed(mixed);
    expect(all).toMatchObject({ '@_tests': '7', '@_failures': '2', '@_errors': '1' });
    expect(all.testsuite[0]).toMatchObject({ '@_tests': '5', '@_failures': '1', '@_skipped': '3' });
    expect(all.testsuite.map((suite) => suite['@_name'])).toEqual([
      'getCaseData',
      'objections',
      'case-conformance',
    ]);
    expect(all.testsuite[0]?.testcase).toMatchObject([
      { '@_name': expect.stringMatching(/^a\.pass: /) },
      {
        failure: {
          '@_type': 'form',
          '@_message': '/price is not a number.',
          '#text': `/price is not a number. (case-price)\n  GET ${casePath} as member → 200\n  The case is a Sale.\n  Required: price is a number (interface 2.1, catalogue 2.2).`,
        },
      },
      { skipped: { '@_message': 'Waived until 2026-12-31: /price is not a number.' } },
      { skipped: { '@_message': 'As in the baseline: /price is not a number.' } },
      { skipped: { '@_message': 'Set tokens.outsider.' } },
    ]);
  });

  test('names the operation that a headline is about', () => {
    const cookie = 'no Authorization header, but a valid token in a cookie';
    const shown = { ...exchange(casePath), request: { ...exchange(casePath).request, credentials: cookie } };
    const findings = [{ ...finding('credentials-401', '', 'It is 200'), kind: 'status 2xx' }];
    const [suite] = parsed(failingWith(findings, [shown])).testsuite;
    expect(suite?.testcase[0]?.failure?.['@_message']).toBe(
      'The service accepts a valid token in a cookie (getCaseData).',
    );
  });

  test('names the problem that an undecided check waits for', () => {
    const fuller = 'List a fuller case.';
    const remedies = [
      { reason: 'no-data', remedy: fuller, blockedBy: [{ exchange: 0, pointer: '/price' }] },
    ] as const;
    const waiting = { ...undecided('a.b', 'case-price', 'no-data', fuller), remedies };
    const [suite] = parsed(reportOfRun({ results: [waiting, failing] })).testsuite;
    expect(suite?.testcase[0]).toMatchObject({
      skipped: { '@_message': 'Fix problem 1 first: /price is not a number.', '#text': fuller },
    });
  });

  test('stays XML with hostile texts', () => {
    const [suite] = parsed(attacked).testsuite;
    expect(suite?.testcase).toHaveLength(1);
    expect(suite?.testcase[0]?.failure?.['@_message']).toContain('</testcase>');
  });
});

test('A target that was not tested has no green report in any format', () => {
  const report = reportOfRun({ results: [open] });
  expect(parsed(report)).toMatchObject({ '@_tests': '2', '@_failures': '0', '@_errors': '1' });
  expect(JSON.parse(ctrfJson(summaryOf(report))).results.summary).toMatchObject({ other: 1, skipped: 1 });
  expect(githubCommands(summaryOf(report))).toMatch(
    /^::error title=case-conformance::https:\/\/acme\.example could not be tested/,
  );
});

describe('CTRF', () => {
  test.each([
    ['a mixed report', mixed],
    ['an attacked one', attacked],
    ['an empty one', reportOfRun({})],
  ])('of %s is valid by its schema', async (_, report) => {
    const schema = await readFile(
      new URL('../../../node_modules/ctrf/dist/ctrf-schema-0.0.json', import.meta.url),
      'utf8',
    );
    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    const document = JSON.parse(ctrfJson(summaryOf(report)));
    expect(ajv.validate(JSON.parse(schema), document), ajv.errorsText()).toBe(true);
  });

  test('counts the outcomes', () => {
    expect(JSON.parse(ctrfJson(summaryOf(mixed))).results.summary).toMatchObject({
      ...{ tests: 7, passed: 1, failed: 2, skipped: 3, other: 1, pending: 0 },
    });
  });
});

describe('GitHub', () => {
  test('shows problems as errors, or as warnings if they are of form, and objections before these', () => {
    const [objected, problem, ...others] = githubCommands(summaryOf(mixed)).trimEnd().split('\n');
    expect(problem).toBe(
      `::warning title=/price is not a number::GET ${casePath} as member → 200%0AThe case is a Sale.%0ARequired: price is a number (interface 2.1, catalogue 2.2).%0Acase-price`,
    );
    expect([objected, others]).toEqual(['::warning title=Objection::No description was served.', []]);
  });

  test.each([
    ['own-rule', 'error'],
    ['case-price', 'warning'],
  ])('shows no more problems of %s than GitHub does, and the number of the others', (row, level) => {
    const findings = Array.from({ length: 30 }, (_, index) => ({
      ...finding(row, '', `It is ${index}`),
      kind: `a${index}`,
    }));
    const lines = githubCommands(summaryOf(failingWith(findings)))
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe(`::${level} title=case-conformance::21 more are in the report.`);
  });

  test('reports a conformant run', () => {
    const results = [result({ requirements: ['get-organisation'] })];
    const report = reportOfRun({ results }, { only: 'getOrganisation' });
    expect(githubCommands(summaryOf(report))).toBe(
      `::notice title=case-conformance::No deviations. 1 of ${report.decidable} requirements was tested.\n`,
    );
  });

  test('escapes workflow commands', () => {
    const lines = githubCommands(summaryOf(attacked)).trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/100%25/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(lines[0]).not.toMatch(/[\u0000-\u001f\u202e]/);
  });
});

describe('Markdown', () => {
  test('has problems, objections and remedies', () => {
    const text = markdown(summaryOf(mixed));
    expect(text).toMatch(/^## The suite broke/);
    expect(text).toContain(
      '| form | 1. /price is not a number. The case is a Sale.<br>Required: price is a number \\(interface 2.1, catalogue 2.2\\). | 1. case-price<br>GET ',
    );
    expect(text).toContain('### Objections\n\n- No description was served.');
    expect(text).toContain('- Set tokens.outsider. \\(1 check, of access control\\)');
  });

  test('a request that shows several problems is printed once', () => {
    const findings = ['type', 'type', 'enum'].map((kind, index) => ({
      ...finding('own-rule', `/${'abc'[index]}`, `is ${index}`),
      kind,
    }));
    expect(markdown(summaryOf(failingWith(findings)))).toContain(
      `| 1, 2. own-rule/type<br>3. own-rule/enum<br>GET ${casePath} as member → 200 |`,
    );
  });

  test('has a row for each statement and gravity, in the order of the problems', () => {
    const findings = [400, 200].map((status, place) => ({
      ...finding('permissions-403', '', 'It is wrong', place),
      kind: `status ${status / 100}xx`,
    }));
    const shown = [400, 200].map((status) => ({
      ...exchange(casePath),
      response: { ...exchange(casePath).response, status },
    }));
    expect(markdown(summaryOf(failingWith(findings, shown))).match(/^\| (?!gravity)\w+ \| \d/gm)).toEqual([
      '| exposure | 1',
      '| failure | 2',
    ]);
  });

  test('fits in a comment of GitHub, and counts the problems that do not', () => {
    const text = markdown(summaryOf(brokenRun(500)));
    expect(text.length).toBeLessThanOrEqual(65_536);
    const shown = text.match(/(?<=[|>] ?)\d+\. \/TA6/g)?.length ?? 0;
    expect(shown).toBeGreaterThan(180);
    expect(text).toContain(`| | ${500 - shown} more in report.json | |`);
    expect(text).toContain('- Set tokens.outsider.');
  });

  test('shows the first of many problems of one statement', () => {
    const findings = Array.from({ length: 1_000 }, (_, index) => ({
      ...finding('own-rule', `/f${index}`, `is ${index}`),
      kind: `a${index}`,
    }));
    const text = markdown(summaryOf(failingWith(findings)));
    expect(text).toContain('1. /f0 is 0.');
    expect(text).toMatch(/\| \| \d+ more in report\.json \| \|/);
  });

  test('escapes the texts of a report', () => {
    const rows = markdown(summaryOf(attacked))
      .split('\n')
      .filter((line) => line.startsWith('| '));
    expect(rows).toHaveLength(2);
    expect(rows[1]).toContain('\\<img src=x\\>');
    expect(rows[1]?.match(/(?<!\\)\|/g)).toHaveLength(4);
  });
});
