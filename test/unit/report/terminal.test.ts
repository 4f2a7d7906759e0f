import { describe, expect, test } from 'vitest';
import { terminalReport } from '../../../src/report/terminal.ts';
import { casePath, exchange, failed, finding, reportOfRun, result, undecided } from './values.ts';

const plain = (_emphasis: string, text: string) => text;
const rerun = 'case-conformance check --seed 7';

/** The text of a run's report. */
function shown(run: Parameters<typeof reportOfRun>[0], paint = plain): string {
  const report = reportOfRun(run);
  const { decidable } = report.coverage;
  return terminalReport(report, paint, rerun).replace(`of ${decidable} decidable`, 'of all decidable');
}

const pass = result({ id: 'getOrganisation.succeeds', requirements: ['get-organisation'] });
const grade = (value: string, reply = 0) =>
  finding('ta6-4th-listing-grade', '/TA6/listingGrade', `must be one of 'grade I', but is '${value}'`, reply);
const gradeCheck = 'getCaseData.Sale.ta6-4th-listing-grade';

describe('the report as a person reads it', () => {
  test('of a conformant target', () => {
    const observations = [
      { requirement: 'list-cases-shape', subject: 'listCases', values: ['200, an object'] },
    ];
    expect(shown({ results: [pass], observations })).toMatchInlineSnapshot(`
      "0 deviations, 1 of all decidable requirements decided.
      1 check: 1 pass, 0 fail, 0 inconclusive. 12 requests in 1.2 s, seed 7.
      1 observation where the documents leave the target free, in report.json.
      Conformant, as far as it was decided.
      "
    `);
  });

  test('of a deviation, with its exchange', () => {
    const evidence = [exchange('/api/v2/org'), exchange(casePath, { TA6: { listingGrade: 'Grade I' } })];
    expect(
      shown({ results: [pass, failed(gradeCheck, [grade('Grade I', 1)], evidence)] }),
    ).toMatchInlineSnapshot(`
      "✗ listingGrade is grade I, grade II* or grade II (TA6, 4th edition).
        ta6-4th-listing-grade, said in catalogue 2.7.1
          /TA6/listingGrade must be one of 'grade I', but is 'Grade I'.
            GET /api/v2/cases/3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11/data, credentials: member → 200, 9120 bytes
            {"TA6":{"listingGrade":"Grade I"}}
          Again: case-conformance check --seed 7 --only getCaseData.Sale.ta6-4th-listing-grade

      1 deviation, 2 of all decidable requirements decided.
      2 checks: 1 pass, 1 fail, 0 inconclusive. 12 requests in 1.2 s, seed 7.
      0 observations where the documents leave the target free, in report.json.
      Not conformant.
      "
    `);
  });

  test('of several findings of one exchange, and the same finding in another', () => {
    const findings = [
      finding('case-price', '/price', 'must be a number, but is a string'),
      finding('case-id', '/caseId', 'must be a UUID'),
      finding('case-price', '/price', 'must be a number, but is a string', 1),
    ];
    const evidence = [
      exchange(casePath, { price: '(a string of 4 characters)' }),
      exchange('/api/v2/cases/other/data'),
    ];
    expect(
      shown({ results: [failed('getCaseData.Sale.case-price', findings, evidence)] }),
    ).toMatchInlineSnapshot(`
      "✗ price is a number.
        case-price, said in interface 2.1, catalogue 2.2
          /price must be a number, but is a string.
            GET /api/v2/cases/3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11/data, credentials: member → 200, 9120 bytes
            {"price":"(a string of 4 characters)"}
            1 more like it, in getCaseData.Sale.case-price
          Again: case-conformance check --seed 7 --only getCaseData.Sale.case-price

      ✗ caseId is required and is a UUID.
        case-id, said in interface 2.1, catalogue 2.2
          /caseId must be a UUID.
            GET /api/v2/cases/3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11/data, credentials: member → 200, 9120 bytes
            {"price":"(a string of 4 characters)"}
          Again: case-conformance check --seed 7 --only getCaseData.Sale.case-price

      2 deviations, 2 of all decidable requirements decided.
      1 check: 0 pass, 1 fail, 0 inconclusive. 12 requests in 1.2 s, seed 7.
      0 observations where the documents leave the target free, in report.json.
      Not conformant.
      "
    `);
  });

  test('of one thing that many checks show', () => {
    const checks = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) =>
      failed(
        `getCaseData.${name}`,
        [finding('error-message', '/message', 'must be present')],
        [exchange(casePath)],
      ),
    );
    expect(shown({ results: checks })).toMatchInlineSnapshot(`
      "✗ A refusal of reading a case's data is an object with a message, a string.
        error-message, said in interface 4.1, interface 7
          /message must be present.
            GET /api/v2/cases/3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11/data, credentials: member → 200, 9120 bytes
            5 more like it, in getCaseData.two, getCaseData.three, getCaseData.four and 2 more checks
          Again: case-conformance check --seed 7 --only getCaseData.one

      1 deviation, 1 of all decidable requirements decided.
      6 checks: 0 pass, 6 fail, 0 inconclusive. 12 requests in 1.2 s, seed 7.
      0 observations where the documents leave the target free, in report.json.
      Not conformant.
      "
    `);
  });

  test('of more than ten things that are wrong', () => {
    const findings = Array.from({ length: 13 }, (_, at) =>
      finding('case-price', `/price${at}`, 'must be a number'),
    );
    expect(
      shown({ results: [failed('getCaseData.Sale.case-price', findings, [exchange(casePath)])] }),
    ).toMatchInlineSnapshot(`
      "✗ price is a number.
        case-price, said in interface 2.1, catalogue 2.2
          /price0 must be a number.
            GET /api/v2/cases/3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11/data, credentials: member → 200, 9120 bytes
          /price1 must be a number.
            GET /api/v2/cases/3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11/data, credentials: member → 200, 9120 bytes
          /price2 must be a number.
            GET /api/v2/cases/3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11/data, credentials: member → 200, 9120 bytes
          /price3 must be a number.
            GET /api/v2/cases/3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11/data, credentials: member → 200, 9120 bytes
          /price4 must be a number.
            GET /api/v2/cases/3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11/data, credentials: member → 200, 9120 bytes
          /price5 must be a number.
            GET /api/v2/cases/3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11/data, credentials: member → 200, 9120 bytes
          /price6 must be a number.
            GET /api/v2/cases/3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11/data, credentials: member → 200, 9120 bytes
          /price7 must be a number.
            GET /api/v2/cases/3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11/data, credentials: member → 200, 9120 bytes
          /price8 must be a number.
            GET /api/v2/cases/3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11/data, credentials: member → 200, 9120 bytes
          /price9 must be a number.
            GET /api/v2/cases/3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11/data, credentials: member → 200, 9120 bytes
          3 more in report.json.
          Again: case-conformance check --seed 7 --only getCaseData.Sale.case-price

      13 deviations, 1 of all decidable requirements decided.
      1 check: 0 pass, 1 fail, 0 inconclusive. 12 requests in 1.2 s, seed 7.
      0 observations where the documents leave the target free, in report.json.
      Not conformant.
      "
    `);
  });

  test('of what is undecided, by what would decide it, refusals first', () => {
    const outsider = 'Set tokens.outsider in the configuration.';
    const clients = 'List a client of the organisation in clients of the configuration.';
    const noData = 'No case in cases.Sale shows /price.';
    const results = [
      pass,
      undecided('getCaseData.Sale.case-price', 'case-price', 'no-data', noData),
      undecided('updateClient.a', 'client-texts', 'not-configured', clients),
      undecided('updateClient.b', 'client-texts', 'not-configured', clients),
      undecided('updateClient.c', 'client-texts', 'not-configured', clients),
      undecided('updateClient.d', 'client-texts', 'not-configured', clients),
      undecided('getCaseData.outsider', 'outsider-403', 'not-configured', outsider),
      undecided('listCases.outsider', 'outsider-403', 'not-configured', outsider),
    ];
    expect(shown({ results })).toMatchInlineSnapshot(`
      "Not decided
        ? Set tokens.outsider in the configuration. Refusals of access are among them.
            not-configured: getCaseData.outsider, listCases.outsider
        ? No case in cases.Sale shows /price.
            no-data: getCaseData.Sale.case-price
        ? List a client of the organisation in clients of the configuration.
            not-configured: 4 checks

      0 deviations, 1 of all decidable requirements decided.
      8 checks: 1 pass, 0 fail, 7 inconclusive. 12 requests in 1.2 s, seed 7.
      0 observations where the documents leave the target free, in report.json.
      Conformant, as far as it was decided.
      "
    `);
  });

  test('of a suite that broke', () => {
    const suiteFaults = [{ check: 'listCases.exists', error: new TypeError('with a secret in it') }];
    expect(shown({ results: [pass], suiteFaults })).toMatchInlineSnapshot(`
      "The suite itself broke in listCases.exists: TypeError.
        This says nothing of the target. Run again with --debug, and report it.

      0 deviations, 1 of all decidable requirements decided.
      1 check: 1 pass, 0 fail, 0 inconclusive. 12 requests in 1.2 s, seed 7.
      0 observations where the documents leave the target free, in report.json.
      The suite broke: nothing can be concluded.
      "
    `);
  });

  test('of a target that was not tested', () => {
    const results = [undecided('getOrganisation.succeeds', 'get-organisation', 'unreachable', 'It refused.')];
    expect(shown({ results, requests: 1 })).toMatchInlineSnapshot(`
      "Not decided
        ? It refused.
            unreachable: getOrganisation.succeeds

      0 deviations, 0 of all decidable requirements decided.
      1 check: 0 pass, 0 fail, 1 inconclusive. 1 request in 1.2 s, seed 7.
      0 observations where the documents leave the target free, in report.json.
      Not tested: nothing can be concluded.
      "
    `);
  });

  test('with what is set off', () => {
    const results = [
      failed(gradeCheck, [grade('Grade I')], [exchange(casePath)]),
      undecided('getCaseData.outsider', 'outsider-403', 'not-configured', 'Set tokens.outsider.'),
    ];
    expect(
      shown({ results }, (emphasis, text) => `<${emphasis}>${text}</${emphasis}>`),
    ).toMatchInlineSnapshot(`
      "<red>✗</red> <bold>listingGrade is grade I, grade II* or grade II (TA6, 4th edition).</bold>
      <dim>  ta6-4th-listing-grade, said in catalogue 2.7.1</dim>
          /TA6/listingGrade must be one of 'grade I', but is 'Grade I'.
      <dim>      GET /api/v2/cases/3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11/data, credentials: member → 200, 9120 bytes</dim>
      <dim>    Again: case-conformance check --seed 7 --only getCaseData.Sale.ta6-4th-listing-grade</dim>

      <bold>Not decided</bold>
        <yellow>?</yellow> Set tokens.outsider.<yellow> Refusals of access are among them.</yellow>
      <dim>      not-configured: getCaseData.outsider</dim>

      <bold>1 deviation, 1 of all decidable requirements decided.</bold>
      2 checks: 0 pass, 1 fail, 1 inconclusive. 12 requests in 1.2 s, seed 7.
      0 observations where the documents leave the target free, in report.json.
      <red>Not conformant.</red>
      "
    `);
  });

  test('without what a terminal would obey', () => {
    const message = 'is \u001b[2J\r\n\u009b31m\u202e';
    const evidence = [exchange(casePath, { 'a\u009b': '\u202eb' })];
    const text = shown({
      results: [failed('getCaseData.x', [finding('case-price', '/price', message)], evidence)],
    });
    expect(text).not.toMatch(/[^\P{C}\n]/u);
    expect(text).toContain('    /price is \ufffd[2J\ufffd\ufffd\ufffd31m\ufffd.\n');
    expect(text).toContain('{"a\ufffd":"\ufffdb"}');
  });
});
