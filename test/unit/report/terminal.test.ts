import { describe, expect, test } from 'vitest';
import type { ReportedDeviation } from '../../../src/conformance/result.ts';
import { summaryOf } from '../../../src/report/summary.ts';
import { terminalReport } from '../../../src/report/terminal.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { isDecidable } from '../../../src/specification/requirements.ts';
import { casePath, commands, exchange, failed, finding, reportOfRun, result, undecided } from './values.ts';

const plain = (_emphasis: string, text: string) => text;

function shown(
  run: Parameters<typeof reportOfRun>[0],
  paint = plain,
  circumstances: Parameters<typeof reportOfRun>[1] = {},
): string {
  const report = reportOfRun(run, circumstances);
  const { decidable } = report;
  return terminalReport(summaryOf(report), { paint }, commands)
    .replaceAll(`of ${decidable} requirements`, 'of all requirements')
    .replace(`of ${report.fieldCoverage.possible} shapes`, 'of all shapes');
}

/** What is printed of the findings in one reading of a case. */
const shownOf = (
  findings: readonly ReportedDeviation[],
  body?: Parameters<typeof exchange>[1],
  check = 'getCaseData.x',
): string => shown({ results: [failed(check, findings, [exchange(casePath, body)])] });

const pass = result({ id: 'getOrganisation.succeeds', requirements: ['get-organisation'] });
const grade = (value: string, exchange = 0) =>
  finding('ta6-4th-listing-grade', '/TA6/listingGrade', `is '${value}', not one of 'grade I'`, exchange);
const gradeCheck = 'getCaseData.Sale.ta6-4th-listing-grade';

describe('the report as a person reads it', () => {
  test('of a problem that only new checks find', () => {
    const known = failed('getCaseData.Sale.again', [grade('Grade I')], [exchange(casePath)]);
    const found = failed(gradeCheck, [grade('Grade I')], [exchange(casePath)]);
    const added = { ...found, added: true as const };
    expect(shown({ results: [pass, added] })).toContain('new since the lock');
    expect(shown({ results: [pass, known, added] })).not.toContain('new since the lock');
  });

  test('of a deviation, with the smallest record that shows it, once', () => {
    const witness = { caseId: 'c1', caseType: 'Sale', TA6: { type: 'TA6_4th', isKeys: 'a\u001b[31mb' } };
    const missing = finding('case-record-merged', '/TA6/isKeys', 'was set up, but is not shown');
    const findings = [{ ...missing, witness }, missing];
    expect(shownOf(findings, undefined, 'getCaseData.probe.Sale.enumerable')).toContain(
      [
        '✗ 1. /TA6/isKeys was set up, but is not shown',
        '     GET /api/v2/cases/3f2b7c1e…/data as member → 200',
        '     Only one reading of a case was judged.',
        "     Required: Reading a case's data answers one flat record, merged from several sources (interface 1, catalogue 2.1).",
        '     Smallest record that shows it: {"caseId":"c1","caseType":"Sale","TA6":{"type":"TA6_4th","isKeys":"a\\u001b[31mb"}}',
        '     case-record-merged, found by getCaseData.probe.Sale.enumerable',
        '',
      ].join('\n'),
    );
  });

  test('of checks undecided without data: one entry for all places, and few entries', () => {
    const fields = ['/a', '/b', '/c', '/d', '/e'].map((place) => {
      const remedy = `List a fuller case in cases.Sale: none shows ${place}.`;
      return undecided(`x${place}`, 'case-price', 'no-data', remedy, place);
    });
    const types = ['Sale', 'Purchase', 'Remortgage', 'Transfer'].map((type) => {
      const remedy = `List a case in cases.${type} of the configuration.`;
      return undecided(type, 'case-price', 'not-configured', remedy, `cases.${type}`);
    });
    const others = [...'abcdefghi'].map((name) =>
      undecided(`Do ${name}.`, 'case-price', 'not-configured', `Do ${name}.`),
    );
    const text = shown({ results: [pass, ...others, ...types, ...fields] });
    expect(text.split('\n').slice(2, 14)).toEqual([
      'Undecided',
      '  ? List a fuller case in cases.Sale: none shows /a, /b, /c and 2 more. (5 checks)',
      '  ? List a case in cases.Sale, cases.Purchase, cases.Remortgage, cases.Transfer of the configuration. (4 checks)',
      ...others.slice(0, 8).map(({ id }) => `  ? ${id} (1 check)`),
      '    1 more in the report.',
    ]);
  });

  test('of undecided checks: refused tokens first, then failures, then missing data', () => {
    const results = [
      ...['a', 'b', 'c'].map((id) => ({
        ...undecided(id, 'outsider-403', 'excluded', 'Set writes.'),
        remedies: [
          ...(id === 'a' ? [] : [{ reason: 'not-configured', remedy: 'List a client.' } as const]),
          { reason: 'excluded', remedy: 'Set writes.' } as const,
        ],
      })),
      undecided('g', 'case-id', 'not-configured', 'List a case.'),
      ...['d', 'e'].map((id) => undecided(id, 'credentials-401', 'control-refused', 'It is refused.')),
      undecided('f', 'case-id', 'token-refused', 'Check tokens.member.'),
    ];
    const text = shown({ results: [pass, ...results] });
    expect(text.split('\n').slice(2, 8)).toEqual([
      'Undecided',
      '  ? Check tokens.member. (1 check)',
      '  ? It is refused. (2 checks, of access control)',
      '  ? List a case. (1 check)',
      '  ? Set writes. (3 checks, of access control)',
      '',
    ]);
    expect(text).not.toContain('undecided checks wait');
  });

  test('of most undecided checks that wait for a problem: its number', () => {
    const blockedBy = [{ exchange: 0, pointer: '/price' }];
    const four = [...'abcd'].map((id) => undecided(id, 'case-id', 'no-data', 'List a case.'));
    const fifth = undecided('e', 'case-id', 'not-configured', 'Set writes.');
    const waiting = four.map((one) => ({
      ...one,
      remedies: [{ reason: 'no-data' as const, remedy: `Do ${one.id}.`, blockedBy }],
    }));
    const wrong = failed('x', [finding('case-price', '/price', 'is wrong')], [exchange(casePath)]);
    expect(shown({ results: [pass, ...four, fifth] })).toContain(
      '\n4 of 5 undecided checks wait for one thing. List a case. ',
    );
    expect(shown({ results: [...waiting, fifth, wrong] })).toContain(
      ' 4 of 5 undecided checks wait for problem 1. ',
    );
  });

  test('of a run that decided less than half, and half, of what it could', () => {
    const rows = bundled.requirements.filter(isDecidable).map(({ id }) => id);
    const [little, half] = [0.4, 0.5].map((share) => Math.ceil(rows.length * share));
    const deciding = (number?: number, circumstances = {}) =>
      shown({ results: [result({ requirements: rows.slice(0, number) })] }, plain, circumstances);
    const tested = (number?: number) => `${number} of all requirements were tested.\n`;
    expect(deciding(little)).toContain(`\nNo deviations, but only ${tested(little)}`);
    expect(deciding(half)).toContain(`\nNo deviations. ${tested(half)}`);
    expect(deciding()).toContain('\nConformant.\n');
    expect(deciding(little, { only: 'a' })).toContain(`\nNo deviations. ${tested(little)}`);
  });

  test('of listed clients that do not exist', () => {
    const absentClients = ['a', 'b', 'c', 'd'];
    expect(shown({ results: [pass], absentClients })).toContain(
      '\nNot tested: changes of a, b, c and 1 more, unknown to the target (404). --fail-on inconclusive fails such a run.\n',
    );
  });

  test('of tokens that are refused everywhere', () => {
    const refused = (id: string, token: string) => {
      const remedy = `GET /api/v2/org refuses tokens.${token}.`;
      return undecided(id, 'outsider-403', 'token-refused', remedy, `tokens.${token}`);
    };
    const results = [pass, refused('a', 'outsider'), refused('b', 'restricted'), refused('c', 'outsider')];
    const own = undecided('d', 'outsider-403', 'token-refused', 'My token is not accepted.');
    expect(shown({ results: [pass, own] })).not.toContain('Not tested');
    expect(shown({ results })).toContain(
      '\nNot tested: what needs tokens.outsider and tokens.restricted, refused as invalid. --fail-on',
    );
    expect(shown({ results: [pass, refused('a', 'outsider')] })).toContain(
      '\nNot tested: what needs tokens.outsider, refused as invalid. ',
    );
  });

  test('of many deviations: fifteen in full, fifteen in short, and the codes of the others', () => {
    const rows = Array.from({ length: 33 }, (_, at) => `row-${at}`);
    const findings = rows.map((row) => finding(row, `/${row}`, `is not a ${row}`));
    const text = shownOf(findings);
    expect(text.match(/^✗ /gm)).toHaveLength(30);
    expect(text).toContain('     row-14, found by getCaseData.x\n\n✗ 16. /row-15 is not a row-15 (row-15)\n');
    expect(text).toContain(
      '\n✗ 30. /row-29 is not a row-29 (row-29)\n     GET /api/v2/cases/3f2b7c1e…/data as member → 200\n     Only one reading of a case was judged.\n\n3 more problems in the report: row-30, row-31, row-32.\n',
    );
    expect(text).toContain('\nNot conformant: 33 problems, found by 1 of 1 check.\n');
  });

  test('of the deviating value, and nothing else of the answer', () => {
    const words = '(a string of 6 characters)';
    const body = { price: words, location: { latitude: words } };
    const line = (pointer: string, words: string) =>
      shownOf([finding('case-price', pointer, words)], body).split('\n')[4];
    const got = '     GET /api/v2/cases/3f2b7c1e…/data as member → 200';
    expect(line('/price', 'is a string instead of a number')).toBe(`${got}, /price is ${words}`);
    expect(line('/price', `must not be ${words}`)).toBe(got);
    expect(line('/location', 'must be flat')).toBe(got);
    expect(line('/caseId', 'is missing')).toBe(got);
  });

  test.each([
    ['status 4xx', 400, 'A change is answered 200 with the resulting client record'],
    [
      'status 5xx',
      500,
      'A change, right or wrong, is accepted or refused, and does not make the service fail',
    ],
  ])('of %s with the part of the statement that is broken', (kind, status, required) => {
    const wrong = { ...finding('update-client-200', '', 'is answered'), kind };
    const { request, response } = exchange('/api/v2/clients/1');
    const sent = { operation: 'updateClient', request, response: { ...response, status } } as const;
    expect(shown({ results: [failed('updateClient.no-json', [wrong], [sent])] })).toContain(
      `Required: ${required} (interface 4.2).`,
    );
  });

  test('of two problems that probably have one cause', () => {
    const findings = [
      { ...finding('case-data-404-absent', '', 'is wrong'), kind: 'status 2xx' },
      { ...finding('bodies-are-json', '', 'is cut off'), kind: 'json' },
    ];
    const asked = [exchange('/api/v2/cases/a/data'), exchange('/api/v2/cases/b/data')] as const;
    const right = { ...asked[1], response: { ...asked[1].response, status: 404 } };
    const text = shown({ results: [failed('getCaseData.absent-case', findings, [asked[0], right])] });
    const got = '     GET /api/v2/cases/a/data as member → 200 (9,120 bytes)';
    expect(text).toContain(`\n${got}\n     is wrong. Wrong in 1 of 2 `);
    expect(text).toMatch(/\n✗ 2\. .*\n {5}Probably the same cause as problem 1: .*\n {5}GET /);
  });

  test('of the value of each field that the headline names', () => {
    const alike = 'is not an e-mail address';
    const shownBody = { estateAgentEmail: 'n/a', sellerLawFirmEmail: 'xx@xx.example ' };
    const findings = Object.keys(shownBody).map((name) => ({
      ...finding('purchase-firm-emails', `/${name}`, alike),
      ...{ kind: 'format', alike },
    }));
    expect(shownOf(findings, shownBody)).toContain('Also: /sellerLawFirmEmail is "xx@xx.example ".');
  });

  test('of the value of an element of a list, though the message has it', () => {
    const found = finding('ta6-5th-text-lists', '/TA6/x/1', 'is null instead of a string');
    expect(shownOf([{ ...found, kind: 'type' }], { TA6: { x: ['y', null] } })).toMatch(
      /✗ 1\. An element of \/TA6\/x is null instead of a string\n.* → 200, \/TA6\/x\/1 is null\n/,
    );
  });

  test('in lines that a narrow terminal does not break, except commands', () => {
    const results = [
      failed('getCaseData.x', [finding('case-price', '/price', 'is not a number')], [exchange(casePath)]),
      undecided('a', 'case-id', 'no-data', 'List a case that shows /a and that is not too long to be read.'),
    ];
    const text = terminalReport(summaryOf(reportOfRun({ results })), { paint: plain, width: 60 }, commands);
    const lines = text.split('\n');
    expect(lines).toContain('✗ 1. /price is not a number');
    expect(lines).toContain('  ? List a case that shows /a and that is not too long to be');
    expect(lines.filter((line) => line.length > 60 && !line.startsWith('Again'))).toEqual([]);
  });

  test('of a suite that broke', () => {
    const suiteFaults = [{ check: 'listCases.exists', error: new TypeError('with a secret in it') }];
    expect(shown({ results: [pass], suiteFaults })).toMatchInlineSnapshot(`
      "getCaseData  1 passed  0 failed  0 undecided

      The suite itself broke, which says nothing about the target
        ! listCases.exists: TypeError.
            Run again with --debug, and report it.

      The suite broke: nothing can be concluded.
      1 of all requirements tested. 12 requests in 1.2 s, seed 7.
      "
    `);
  });

  test('of a target that was not tested: nothing, since the error says why', () => {
    const results = [undecided('getOrganisation.succeeds', 'get-organisation', 'unreachable', 'It refused.')];
    const requestsByOperation = { getOrganisation: 1 };
    expect(shown({ results, requests: 1, requestsByOperation })).toBe('');
  });

  test('of waived and other deviations', () => {
    const known = (one: ReportedDeviation, reason = 'It is mended in May.') => ({
      ...one,
      waived: { reason, until: '2026-05-31' },
    });
    const price = finding('case-price', '/price', 'is not a number');
    const id = finding('case-id', '/caseId', 'is not a UUID');
    const results = [
      pass,
      failed('getCaseData.Sale.case-price', [known(price), known(price)], [exchange(casePath)]),
      failed('getCaseData.Purchase.case-price', [known(price, 'Nobody asks.')], [exchange(casePath)]),
      failed('getCaseData.Sale.case-id', [known(id), id], [exchange(casePath)]),
    ];
    expect(shown({ results })).toMatchInlineSnapshot(`
      "getCaseData  1 passed  1 failed  2 accepted  0 undecided

      FORM
      ✗ 1. /caseId is not a UUID
           GET /api/v2/cases/3f2b7c1e…/data as member → 200
           The case is a Sale.
           Required: caseId is required and is a UUID (interface 2.1, catalogue 2.2).
           case-id, found by getCaseData.Sale.case-id

      Waived
        ~ /price is not a number.
            case-price, until 2026-05-31: It is mended in May.
        ~ /price is not a number.
            case-price, until 2026-05-31: Nobody asks.
        ~ /caseId is not a UUID.
            case-id, until 2026-05-31: It is mended in May.

      Not conformant: 1 problem, found by 1 of 4 checks. Not counted: 3 waived.
      3 of all requirements tested. 12 requests in 1.2 s, seed 7.
      Again: case-conformance check --again report.json
      Explain: case-conformance explain CODE, such as case-id
      "
    `);
  });

  test('of more changes and objections than are printed', () => {
    const numbers = Array.from({ length: 12 }, (_, index) => index);
    const changes = numbers.map(
      (number) => ({ kind: 'gone', id: `limits:${number}`, before: ['1'] }) as const,
    );
    const objections = [
      ...changes.map(
        ({ id }) => ({ kind: 'changed-observation', observation: id, message: `${id} is gone.` }) as const,
      ),
      ...['x', 'y'].map((client) => {
        const message = `The client ${client} is left changed. Correct it.`;
        return { kind: 'client-left-changed', client, message, remedy: 'Correct it.' } as const;
      }),
    ];
    const text = shown({ results: [pass] }, plain, { changes, objections });
    expect(text.match(/^ {2}~ limits/gm)).toHaveLength(10);
    expect(text).toContain("  ~ limits:9\n      '1' → nothing\n    2 more in the report.\n");
    expect(text).toContain(`
Objections
  ! The client x is left changed.
      Correct it.
  ! The client y is left changed.
  ! limits:0 is gone.
`);
    expect(text).toContain('  ! limits:7 is gone.\n    4 more in the report.\n');
  });

  test('of a shard', () => {
    expect(shown({ results: [pass] }, plain, { shard: '2/3' })).toMatchInlineSnapshot(`
      "getCaseData  1 passed  0 failed  0 undecided
      No deviations. 1 of all requirements was tested.
      12 requests in 1.2 s, seed 7.
      Shard 2/3 of the run. Join the reports with case-conformance merge.
      "
    `);
  });

  test('in colours', () => {
    const failing = failed(gradeCheck, [grade('Grade I')], [exchange(casePath)]);
    const results = [failing, undecided('a', 'outsider-403', 'not-configured', 'Set it.')];
    const text = shown({ results }, (emphasis, words) => `<${emphasis}>${words}</${emphasis}>`);
    for (const part of [
      '<red>getCaseData  0 passed  1 failed  1 undecided</red>\n\n<bold>FORM</bold>\n<red>✗</red> 1. <bold>/TA6',
      '<dim>     Required: listingGrade is ',
      '<bold>Undecided</bold>\n  <yellow>?</yellow> Set it. ',
      '\n<red>Not conformant: 1 problem, found by 1 of 2 checks.</red>\n',
    ])
      expect(text).toContain(part);
  });

  test('counts the requirements tested, and those that writes permits', () => {
    const rows = ['case-data-200', 'case-price'];
    const excluded = rows.map((row) => undecided(row, row, 'excluded', 'Set writes.'));
    expect(shown({ results: [pass, result(), ...excluded] })).toMatch(
      /\nNo deviations, but only 1 of all .*\n1 more in part\. With these writes, at most \d+ can be tested\. /,
    );
  });

  test('without terminal commands', () => {
    const hostile = '\u001b[2J\u202e\n';
    const waived = { reason: hostile, until: hostile };
    const results = [failed('x', [{ ...finding('case-price', '/price', 'is wrong'), waived }], [])];
    const text = shown({ results }, plain, {
      changes: [{ kind: 'changed', id: hostile, before: [hostile], after: [hostile] }],
      objections: [{ kind: 'inconclusive', check: hostile, message: hostile }],
    });
    expect(text).not.toMatch(/[^\P{C}\n]/u);
    expect(text.match(/\ufffd\[2J\ufffd\ufffd/g)).toHaveLength(6);
  });

  test('also of a custom rule', () => {
    const text = shownOf([finding('own-rule', '', 'It must be ours')]);
    expect(text).toContain('FAILURE\n✗ 1. It must be ours\n');
    expect(text).toContain('\n     Required: own-rule (a check of your own).\n');
  });
});
