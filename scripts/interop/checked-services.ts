import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { plural } from '../../src/report/words.ts';
import { type Bench, check, freePort, runSuite, serve } from './bench.ts';
import type { Outcome, Row } from './rows.ts';
import { wiremockStubs } from './wiremock-stubs.ts';

interface CheckedService extends Omit<Row, 'attempt'> {
  readonly deviations: Readonly<Record<string, string>>;
  readonly start: (bench: Bench, port: number) => Promise<void>;
}

const services: readonly CheckedService[] = [
  {
    name: 'prism',
    tool: 'Prism',
    needs: { npm: ['@stoplight/prism-cli@5.16.0'] },
    tried: '`check` tests the static mock that Prism makes of `describe`.',
    deviations: {
      'get-organisation/no-details':
        'The answer is `null`, without details of the organisation (interface 4.4).',
      'credentials-401/status':
        'It looks at no token, only whether one is there; without an identifier it answers 400 before it looks (interface 5.5).',
      'outsider-403/status': 'It looks at no token (interface 5.5, 7).',
      'permissions-403/status': 'It looks at no token (interface 5.5).',
      'case-data-of-the-case/other': 'Each identifier shows one and the same Sale (interface 4.1).',
      'case-data-of-the-case/other-type': 'The same.',
      'case-data-404-absent/status': 'Each identifier shows a case (interface 4.1).',
      'case-data-404-foreign/status': 'Each identifier shows a case (interface 4.1).',
      'case-data-404-foreign/handed-over': 'So does one without hyphens.',
      'update-client-of-the-client/other': 'Each identifier shows one and the same client (interface 4.2).',
      'client-telephone-numbers/pattern': 'It shows the number `string` (interface 2.2).',
      'description-served/no-description': 'It serves `{}` at /api/v2/doc (interface 1).',
    },
    start: async (bench, port) => {
      const program = join(bench.tools.npm, 'node_modules/.bin/prism');
      const words = ['mock', '--host', '127.0.0.1', '--port', String(port)];
      await bench.start(port, program, ...words, await describedIn(bench));
    },
  },
  {
    name: 'mockoon',
    tool: 'Mockoon',
    needs: { npm: ['@mockoon/cli@9.9.0'] },
    tried: '`check` tests the mock that Mockoon makes of `describe`.',
    deviations: {
      'get-organisation/status':
        'It answers 401, the first status that is written out, to a valid token (interface 4.4).',
      'credentials-401/status': 'It looks at no token (interface 5.5).',
      'outsider-403/status': 'It looks at no token (interface 5.5, 7).',
      'permissions-403/status': 'It looks at no token, and answers 401 to a valid one (interface 5.5).',
      'case-data-of-the-case/other': 'Each answer has another random identifier (interface 4.1).',
      'case-data-400/status':
        'A blank identifier shows a case, and no other spelling is answered 400 (interface 4.1).',
      'case-data-404-absent/status': 'Each identifier shows a case (interface 4.1).',
      'case-data-404-foreign/status': 'Each identifier shows a case (interface 4.1).',
      'case-type/required': 'Its record has no caseType (catalogue 2.2).',
      'update-client-of-the-client/other': 'Each answer has another random identifier (interface 4.2).',
      'client-telephone-numbers/pattern': 'It shows an empty number (interface 2.2).',
      'create-organisation/status': 'It answers 401 to a valid token (interface 5.5).',
      'description-served/no-description': 'It serves `{}` at /api/v2/doc (interface 1).',
    },
    start: async (bench, port) => {
      const program = join(bench.tools.npm, 'node_modules/.bin/mockoon-cli');
      const words = ['start', '--hostname', '127.0.0.1', '--port', String(port), '--disable-log-to-file'];
      await bench.start(port, program, ...words, '--data', await describedIn(bench));
    },
  },
  {
    name: 'wiremock',
    tool: 'WireMock',
    needs: { npm: ['wiremock@3.13.2'], programs: ['java'] },
    tried: '`check` tests stubs of the demo organisation, with the right refusals (`wiremock-stubs.ts`).',
    deviations: {
      'credentials-401/status':
        'A stub accepts the second of two Authorization headers, whatever the first one has. RFC 9110, section 5.3, allows only one, so these credentials are not valid (interface 5.5).',
      'update-client-fields/not-changed': 'A stub keeps nothing (interface 4.2).',
      'update-client-address-replaced/not-changed': 'A stub keeps nothing (interface 4.2).',
      'update-client-address-replaced/not-gone': 'A stub keeps nothing (interface 4.2).',
    },
    start: async (bench, port) => {
      await mkdir(join(bench.folder, 'mappings'));
      const stubs = JSON.stringify({ mappings: wiremockStubs() });
      await writeFile(join(bench.folder, 'mappings/stubs.json'), stubs);
      const jar = join(bench.tools.npm, 'node_modules/wiremock/build/wiremock-standalone-3.13.2.jar');
      const words = ['--bind-address', '127.0.0.1', '--port', String(port), '--root-dir', bench.folder];
      await bench.start(port, 'java', '-jar', jar, ...words);
    },
  },
  {
    name: 'fastapi',
    tool: 'FastAPI',
    needs: { pypi: ['fastapi==0.165.0', 'uvicorn==0.54.0', 'email-validator==2.4.0'] },
    tried: '`check` tests every operation, with handlers written from the documents (`fastapi-provider.py`).',
    deviations: {
      'credentials-401/status':
        'FastAPI answers 422 to a body that is not JSON before it looks at the token (interface 5.5).',
      'client-texts/type': 'An optional field of Pydantic takes null, which is then shown (interface 2.2).',
      'client-email/type': 'The same.',
      'client-telephone-numbers/type': 'The same.',
      'address-fields/type': 'The same.',
    },
    start: async (bench, port) => {
      const program = join(bench.tools.pypi, 'bin/python');
      const provider = resolve('scripts/interop/fastapi-provider.py');
      await bench.start(port, program, provider, resolve('fixtures'), String(port));
    },
  },
  {
    name: 'nginx',
    tool: 'nginx of Debian',
    needs: { debian: 'nginx' },
    tried: '`check` tests `serve` through nginx as a reverse proxy.',
    deviations: {},
    start: async (bench, port) => {
      await writeFile(join(bench.folder, 'nginx.conf'), nginxConfiguration(port, await serve(bench)));
      // nginx that is started by root runs as another user, who must be able to store large bodies in the folder.
      await chmod(bench.folder, 0o755);
      const program = join(bench.tools.debian, 'usr/sbin/nginx');
      await bench.start(port, program, '-e', 'stderr', '-p', bench.folder, '-c', 'nginx.conf');
    },
  },
  {
    name: 'connexion',
    tool: 'Connexion',
    needs: { pypi: ['connexion[uvicorn]==3.3.0'] },
    tried:
      '`check` tests `serve` through Connexion, which validates requests and answers with `describe --openapi 3.0`.',
    deviations: {
      'permissions-403/status':
        'Connexion answers 400 to a wrong value before the service looks at the permission (interface 5, 7).',
    },
    start: async (bench, port) => {
      const program = join(bench.tools.pypi, 'bin/python');
      const provider = resolve('scripts/interop/connexion-provider.py');
      const description = await describedIn(bench, '--openapi', '3.0');
      await bench.start(port, program, provider, description, await serve(bench), String(port));
    },
  },
];

export const checkedServices: readonly Row[] = services.map(({ start, ...row }) => ({
  ...row,
  attempt: async (bench) => {
    const port = await freePort();
    await start(bench, port);
    return checked(bench, `http://127.0.0.1:${port}`, row.deviations);
  },
}));

/** Tests a service. The codes of its deviations must be exactly those that were verified by hand. */
async function checked(
  bench: Bench,
  baseUrl: string,
  expected: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const report = await check(bench, '--config', bench.configuration, '--base-url', baseUrl, '--seed', '1');
  const codes = new Set(report.deviations.map(({ code }) => code));
  const unexpected = [...codes].filter((code) => expected[code] === undefined);
  const missing = Object.keys(expected).filter((code) => !codes.has(code));
  if (unexpected.length > 0)
    throw new Error(`deviates in what nobody checked by hand: ${unexpected.join(', ')}`);
  if (missing.length > 0) throw new Error(`does not deviate in ${missing.join(', ')}`);
  const { decided, decidable, requests, deviations } = report;
  return {
    figure: `${requests} requests, ${plural(deviations.length, 'deviation')}, ${decided} of ${decidable} requirements tested`,
    run: { requests, deviations: deviations.length },
  };
}

export async function describedIn(bench: Bench, ...words: readonly string[]): Promise<string> {
  const { stdout } = await runSuite(bench, 'describe', '--format', 'json', ...words);
  const file = join(bench.folder, `openapi${words.join('')}.json`);
  await writeFile(file, stdout);
  return file;
}

function nginxConfiguration(port: number, target: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${one};`,
  );
  return `
daemon off;
pid nginx.pid;
events {}
http {
  access_log off;
  ${folders.join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass ${target}; }
  }
}
`;
}
