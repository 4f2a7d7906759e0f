import { createHash } from 'node:crypto';
import { withExchanges } from '../../../src/conformance/check-result.ts';
import type { CheckResult, ReportedDeviation, RunResult } from '../../../src/conformance/result.ts';
import { bundled } from '../../../src/index.ts';

import { type Report, type RunCircumstances, reportOf } from '../../../src/report/report.ts';
import type { CaseType } from '../../../src/specification/description.ts';
import type { Evidence } from '../../../src/trace/evidence.ts';

const id = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';

export const commands = {
  rerun: 'case-conformance check --seed 7',
  again: 'case-conformance check --again report.json',
  explain: 'case-conformance explain',
};

export function exchange(path: string, body?: NonNullable<Evidence['response']['body']>): Evidence {
  return {
    operation: 'getCaseData',
    request: { method: 'GET', path, credentials: 'member' },
    response: { status: 200, durationMs: 3, bodyBytes: 9120, ...(body === undefined ? {} : { body }) },
  };
}

export function finding(
  requirement: string,
  pointer: string,
  message: string,
  exchange = 0,
): ReportedDeviation {
  const said = { requirement, pointer, message: `${pointer} ${message}` };
  const fingerprint = createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16);
  return { ...said, exchange, fingerprint };
}

export interface OwnResult extends CheckResult {
  readonly shown?: readonly Evidence[];
}

export function foundIn(results: readonly OwnResult[]): Pick<Report, 'results' | 'exchanges'> {
  const exchanges: Evidence[] = [];
  const listed = results.map(({ shown = [], ...result }) => {
    const start = exchanges.length;
    exchanges.push(...shown);
    return withExchanges(result, (place) => start + place);
  });
  return { results: listed, exchanges };
}

export function result(given: Partial<CheckResult> = {}): CheckResult {
  return {
    id: 'getCaseData.listed-cases',
    title: 'Each listed case is answered 200 with a record',
    operation: 'getCaseData',
    requirements: ['case-data-200'],
    verdict: 'pass',
    remedies: [],
    findings: [],
    evidence: [],
    ...given,
  };
}

export function failed(
  check: string,
  findings: readonly ReportedDeviation[],
  shown: readonly Evidence[],
): OwnResult {
  const named = findings.length === 0 ? ['case-price'] : findings.map(({ requirement }) => requirement);
  const requirements = [...new Set(named)];
  const [, caseType] = /^getCaseData\.([A-Z]\w+)\./.exec(check) ?? [];
  const ofCheck = result({
    id: check,
    ...(caseType === undefined ? {} : { caseType: caseType as CaseType }),
    title: `The title of ${check}`,
    requirements,
    verdict: 'fail',
    findings,
    evidence: [...shown.keys()],
  });
  return { ...ofCheck, shown };
}

export function undecided(
  check: string,
  requirement: string,
  reason: NonNullable<CheckResult['reason']>,
  remedy: string,
  about?: string,
): CheckResult {
  return result({
    id: check,
    requirements: [requirement],
    verdict: 'inconclusive',
    reason,
    remedies: [{ reason, remedy, ...(about === undefined ? {} : { about }) }],
  });
}

export function reportOfRun(
  { results = [], ...run }: Partial<Omit<RunResult, 'results'>> & { readonly results?: readonly OwnResult[] },
  further: Partial<RunCircumstances> = {},
): Report {
  return reportOf(
    {
      ...foundIn(results),
      observations: [],
      suiteFaults: [],
      requests: 12,
      putBack: [],
      fieldCoverage: { valid: {}, invalid: {} },
      ...run,
    },
    {
      specification: bundled,
      target: 'https://acme.example',
      startedAt: new Date('2025-03-01T09:00:00Z'),
      durationMs: 1234.5,
      seed: 7,
      runs: 10,
      ...further,
    },
  );
}

export const casePath = `/api/v2/cases/${id}/data`;

export function brokenRun(deviations: number): Report {
  const results = [...Array(deviations).keys()].map((number): OwnResult => {
    const field = `field${number}`;
    const path = `/api/v2/cases/00000000-0000-4000-8000-${String(number).padStart(12, '0')}/data`;
    const requirement = bundled.requirements[number % 100]?.id ?? '';
    // Different texts, since deviations that differ only in the field are one problem.
    const words = `is 'Yes', not one of 'yes', 'no', '${number}'`;
    const operation = number % 2 === 0 ? 'getCaseData' : 'getOrganisation';
    return {
      ...failed(
        `check-${number}`,
        [finding(requirement, `/TA6/${field}`, words)],
        [{ ...exchange(path, { TA6: { [field]: 'Yes' } }), operation }],
      ),
      operation,
    };
  });
  const advised = {
    requirement: 'authentication-challenge',
    pointer: '',
    message: 'A refusal with 401 has no WWW-Authenticate',
    kind: 'required',
    exchange: 0,
    fingerprint: 'f'.repeat(16),
  };
  const waived = { reason: 'Known', until: '2099-12-31' };
  return reportOfRun(
    {
      results: [
        ...results,
        { ...result({ evidence: [0], advisories: [advised] }), shown: [exchange(casePath)] },
        failed('waived', [{ ...finding('case-price', '/price', 'is not a number'), waived }], []),
        undecided('outsider', 'outsider-403', 'not-configured', 'Set tokens.outsider.'),
      ],
      observations: [{ id: 'create-organisation-status:the-status', values: ['201'] }],
      fieldCoverage: {
        valid: { Sale: 3, 'Sale /caseId': 3, 'Sale /price': 2, "Sale /isSharedOwnership 'yes'": 1 },
        invalid: { 'Sale /price': 1, 'Sale /isSharedOwnership': 1 },
      },
    },
    {
      objections: [{ kind: 'inconclusive', check: 'outsider', message: 'outsider was not decided.' }],
      changes: [
        { kind: 'changed', id: 'create-organisation-status:the-status', before: ['200'], after: ['201'] },
      ],
      drift: { state: 'not-compared', reason: 'not-usable' },
    },
  );
}
