import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Bench, freePort, serve } from './bench.ts';
import { describedIn } from './checked-services.ts';
import type { Outcome, Row } from './rows.ts';

export const descriptionReaders: readonly Row[] = [
  {
    name: 'schemathesis',
    tool: 'Schemathesis',
    needs: { pypi: ['schemathesis==4.32.5'] },
    tried: 'Schemathesis tests `serve` with `describe` and all of its checks.',
    attempt: schemathesis,
  },
  {
    name: 'pact-python',
    tool: 'pact-python',
    needs: { pypi: ['pact-python==4.2.0'] },
    tried: 'pact-python verifies `serve --provider-states` against the pact.',
    attempt: pactPython,
  },
  {
    name: 'openapi-spec-validator',
    tool: 'openapi-spec-validator',
    needs: { pypi: ['openapi-spec-validator==0.9.0'] },
    tried: 'It validates `describe`, and `describe --openapi 3.0`.',
    attempt: async (bench) => {
      const files = [await describedIn(bench), await describedIn(bench, '--openapi', '3.0')];
      const program = join(bench.tools.pypi, 'bin/openapi-spec-validator');
      const { status, stdout } = await bench.run(program, '--errors', 'all', ...files);
      if (status !== 0) throw new Error(stdout.trim());
      return { figure: `${files.length} descriptions, nothing is wrong` };
    },
  },
];

const explained: Readonly<Record<string, string>> = {
  'ST202 GET /api/v2/cases/{id}/data': 'A blank identifier is answered 400, as interface 4.1 says.',
  'ST202 PATCH /api/v2/clients/{id}': 'A blank identifier is answered 400, as for a case.',
};

async function schemathesis(bench: Bench): Promise<Outcome> {
  const file = join(bench.folder, 'schemathesis.json');
  const words = ['run', await describedIn(bench), '--url', await serve(bench), '--checks', 'all'];
  const bounds = ['--max-examples', '50', '--seed', '1', '--generation-database', 'none', '--no-color'];
  const { member } = await tokensIn(bench);
  const header = ['--header', `Authorization: Bearer ${member}`];
  const program = join(bench.tools.pypi, 'bin/schemathesis');
  const reports = ['--report', 'json', '--report-json-path', file];
  const { stdout, stderr } = await bench.run(program, ...words, ...bounds, ...header, ...reports);
  const report = JSON.parse(
    await readFile(file, 'utf8').catch(() => {
      throw new Error(`${stdout}${stderr}`.slice(-500));
    }),
  );
  const objections = report.failures.flatMap(({ code, operations }: { code: string; operations: string[] }) =>
    operations.map((operation) => `${code} ${operation}`),
  );
  const others = objections.filter((one: string) => explained[one] === undefined);
  if (others.length + report.errors.length > 0 || !report.complete)
    throw new Error(`objects to ${[...others, ...report.errors.map(JSON.stringify)].join(', ')}`);
  return {
    figure: `${report.test_cases.generated} requests, ${objections.length === 0 ? 'no objections' : `${objections.length} objections, each explained`}`,
  };
}

async function pactPython(bench: Bench): Promise<Outcome> {
  const statePort = await freePort();
  const target = await serve(bench, '--provider-states', String(statePort));
  // The pact contains placeholder tokens, and pact-python has no option to replace them.
  let pact = await readFile(
    resolve('contracts/pacts/case-management-client-case-management-service.json'),
    'utf8',
  );
  for (const [name, token] of Object.entries(await tokensIn(bench)))
    pact = pact.replaceAll(`Bearer ${name}-token`, `Bearer ${token}`);
  const file = join(bench.folder, 'pact.json');
  await writeFile(file, pact);
  const states = `http://127.0.0.1:${statePort}/provider-states`;
  const verifier = resolve('scripts/interop/pact-verifier.py');
  const { stderr } = await bench.run(join(bench.tools.pypi, 'bin/python'), verifier, file, target, states);
  const results = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
  const interactions: { description: string; result: string }[] = results.interactionResults;
  const failed = interactions.filter(({ result }) => result !== 'OK');
  if (failed.length > 0)
    throw new Error(`fails in ${failed.map(({ description }) => description).join(', ')}`);
  if (interactions.length !== JSON.parse(pact).interactions.length)
    throw new Error(`verified only ${interactions.length} interactions`);
  return { figure: `${interactions.length} interactions verified` };
}

async function tokensIn({ configuration }: Bench): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(configuration, 'utf8')).tokens;
}
