import type { IncomingMessage, RequestListener } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { objectionsToPutBack } from '../src/acceptance/objections.ts';
import { checksOf } from '../src/checks/all.ts';
import type { Tokens } from '../src/conformance/exchanges.ts';
import type { ReportedDeviation } from '../src/conformance/result.ts';
import { run } from '../src/conformance/run.ts';
import { coveringRecords } from '../src/generation/records.ts';
import { tokenNames } from '../src/harness/target.ts';
import { maskingOf, withoutSecrets } from '../src/http/masking.ts';
import { openTransport } from '../src/http/transport.ts';
import { reportOf } from '../src/report/report.ts';
import { summaryOf } from '../src/report/summary.ts';
import { terminalReport } from '../src/report/terminal.ts';
import { bundled } from '../src/specification/bundled.ts';
import type { CaseType } from '../src/specification/description.ts';
import { serve } from '../test/support/hostile.ts';
import { commands } from '../test/unit/report/values.ts';
import { personal, personalRecords } from './personal-records.ts';
import { slowSampling } from './sampling.ts';

// No report contains personal data or a token, wherever the target puts them in its answers.

interface Sayings {
  readonly cases: Readonly<Record<CaseType, readonly unknown[]>>;
  readonly client: unknown;
  readonly besides: (request: IncomingMessage) => Readonly<Record<string, unknown>>;
}

test('No personal datum of any record, valid or not, is in a report', async () => {
  const several = (type: CaseType) => fc.array(personalRecords(type), { minLength: 1, maxLength: 4 });
  const cases = fc.record({
    Sale: several('Sale'),
    Purchase: several('Purchase'),
    Remortgage: several('Remortgage'),
    Transfer: several('Transfer'),
  });
  const besides = () => ({ 'Perdita Quixley': 'Quixley', 'x-person': 'quixley@example.com' });
  const own = { member: 'member-7Hq2XvRt9LkWm4Zc' };
  await fc.assert(
    fc.asyncProperty(cases, personalRecords('Client'), async (held, client) => {
      const { text, findings } = await reported({ cases: held, client, besides }, own);
      expect(personal.filter((datum) => text.toLowerCase().includes(datum))).toEqual([]);
      expect(findings.length).toBeGreaterThan(0);
    }),
    slowSampling(2),
  );
});

test('No token is in a report, in whatever writing a target tells it back', async () => {
  const [client] = coveringRecords({ type: 'Client' }, 1);
  const one = (type: CaseType) => [...coveringRecords({ type }, 1)].slice(0, 1);
  const cases = {
    Sale: one('Sale'),
    Purchase: one('Purchase'),
    Remortgage: one('Remortgage'),
    Transfer: one('Transfer'),
  };
  const besides = ({ headers }: IncomingMessage) => tellingBack(headers.authorization);
  await fc.assert(
    fc.asyncProperty(fc.record({ member: tokens, restricted: tokens, outsider: tokens }), async (own) => {
      const { text, findings } = await reported({ cases, client, besides }, own);
      for (const token of Object.values(own)) expect(occurrencesOf(token, text)).toEqual([]);
      // Redaction must leave valid JSON. The run finds many deviations, but never that a body is not JSON.
      expect(findings.length).toBeGreaterThan(0);
      expect(findings.filter(({ requirement }) => requirement === 'bodies-are-json')).toEqual([]);
    }),
    slowSampling(2),
  );
});

const visible = Array.from({ length: 0x5e }, (_, place) => String.fromCodePoint(0x21 + place));
const wordly = visible.filter((character) => /[\w-]/.test(character));

/**
 * Tokens of all permitted characters, and tokens that look like words. All are at least 12 characters long, so none is
 * an ordinary word.
 */
const tokens = fc
  .constantFrom(visible, wordly)
  .chain((unit) => fc.string({ unit: fc.constantFrom(...unit), minLength: 12, maxLength: 60 }));

function tellingBack(authorization = ''): Readonly<Record<string, unknown>> {
  const token = authorization.replace(/^\w+ /, '');
  const tellings = [...writingsOf(token), token.toUpperCase(), `Unknown:\n${token}`, `${token}2`];
  return {
    ...Object.fromEntries(tellings.map((telling) => [telling, telling])),
    openapi: '3.1.0',
    info: { version: token },
    paths: Object.fromEntries(tellings.map((telling) => [`/${telling}`, {}])),
  };
}

function writingsOf(token: string): string[] {
  return [
    token,
    JSON.stringify(token),
    token.replaceAll('/', '\\/'),
    encodeURIComponent(token),
    token.replaceAll('~', '~0').replaceAll('/', '~1'),
    Buffer.from(token).toString('base64'),
  ];
}

/** The encodings of a token that a text contains. Parts of a token do not count. */
function occurrencesOf(token: string, text: string): string[] {
  const shown = [text, text.replaceAll(/\\(["\\])/g, '$1')].map((one) => one.toLowerCase());
  return writingsOf(token).filter((part) => shown.some((one) => one.includes(part.toLowerCase())));
}

async function reported(
  sayings: Sayings,
  tokensOfRun: Tokens,
): Promise<{ readonly text: string; readonly findings: readonly ReportedDeviation[] }> {
  const records = new Map(
    bundled.caseTypes.flatMap((type, at) =>
      sayings.cases[type].map((record, index) => [identifier(at, index), record] as const),
    ),
  );
  const server = await serve(saying(records, sayings));
  const transport = openTransport({
    baseUrl: server.url,
    timeoutMs: 5_000,
    requestsPerSecond: Number.POSITIVE_INFINITY,
    concurrency: 4,
  });
  try {
    const result = await run({
      specification: bundled,
      target: {
        baseUrl: server.url,
        tokens: new Set(tokenNames.filter((name) => tokensOfRun[name] !== undefined)),
        restrictedOperations: undefined,
        cases: Object.fromEntries(
          bundled.caseTypes.map((type, at) => [
            type,
            sayings.cases[type].map((_, index) => identifier(at, index)),
          ]),
        ) as Record<CaseType, string[]>,
        foreignCases: [],
        clients: [clientId],
        writes: 'all',
      },
      tokens: tokensOfRun,
      transport,
      checks: checksOf(bundled),
      concurrency: 4,
      seed: 1,
      runs: 1,
    });
    const secrets = Object.values(tokensOfRun);
    const whole = reportOf(result, {
      specification: bundled,
      target: server.url,
      startedAt: new Date(),
      durationMs: 0,
      seed: 1,
      runs: 1,
      objections: objectionsToPutBack(result),
    });
    expect(whole.suiteFaults).toEqual([]);
    const report = withoutSecrets(whole, secrets);
    const text = maskingOf(secrets)(
      terminalReport(summaryOf(report), { paint: (_emphasis, words) => words }, commands),
    );
    const findings = report.results.flatMap((one) => one.findings);
    return { text: `${JSON.stringify(report)}\n${text}`, findings };
  } finally {
    await transport.close();
    await server.close();
  }
}

const clientId = '00000000-0000-4000-8000-00000000000c';

function identifier(type: number, index: number): string {
  return `00000000-0000-4000-8000-${String(type).padStart(6, '0')}${String(index).padStart(6, '0')}`;
}

function saying(records: ReadonlyMap<string, unknown>, { client, besides }: Sayings): RequestListener {
  return (request, response) => {
    const [, kind, id = ''] = request.url?.split('/api/v2')[1]?.split('/') ?? [];
    const record = kind === 'clients' ? client : records.get(id);
    const further = besides(request);
    const isObject = typeof record === 'object' && record !== null && !Array.isArray(record);
    const body = record === undefined || isObject ? { ...(record as object), ...further } : record;
    for (const [index, value] of Object.values(further).entries())
      response.setHeader(index === 0 ? 'content-type' : `x-further-${index}`, JSON.stringify(value));
    response.end(writtenCautiously(body));
  };
}

function writtenCautiously(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replaceAll(/[+&<>']/g, escaped);
}
