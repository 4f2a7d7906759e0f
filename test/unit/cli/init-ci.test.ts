import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { gateFiles, gateHosts } from '../../../src/cli/commands/init/ci.ts';
import { fromYaml } from '../../../src/schema/yaml.ts';
import { withNpx } from '../../support/fake-npx.ts';
import { temporaryFolder } from './support.ts';

const gate = {
  file: 'conformance.config.json',
  variables: ['CASE_API_TOKEN', 'OTHER'],
  ...{ writes: false, listsCases: true },
};

async function shown(further: Partial<typeof gate>, files: readonly string[], environment = {}) {
  const npx = 'echo "$@"\n[ "$3" = check ] || exit 2\nexit "$CHECK_STATUS"\n';
  const { folder, run } = await withNpx(npx, files);
  const [script] = gateFiles('shell', { ...gate, ...further });
  await writeFile(join(folder, 'conformance.sh'), script?.text ?? '', { mode: script?.mode ?? 0 });
  return run(join(folder, 'conformance.sh'), [], { CHECK_STATUS: '3', ...environment });
}

const check = '--no case-conformance check --report-dir conformance-report --reporter junit';

test.each<[string, Partial<typeof gate>, readonly string[], Record<string, string>, string]>([
  ['nothing else', {}, [], {}, `${check}\n`],
  [
    'a lock and waivers',
    {},
    ['conformance.lock.json', 'conformance.waivers.json'],
    {},
    `${check} --lock conformance.lock.json --fail-on changed-observation --waivers conformance.waivers.json\n`,
  ],
  ['no case', { listsCases: false }, [], {}, `${check} --discover\n`],
  ['GitHub', {}, [], { GITHUB_ACTIONS: 'true' }, `${check} --reporter github\n`],
  [
    'another configuration, and changes that are put back',
    { file: 'my own.json', writes: true },
    [],
    {},
    '--no case-conformance check --config my own.json --report-dir conformance-report --reporter junit\n--no case-conformance restore --config my own.json\n',
  ],
])(
  'the script of a gate, with %s, runs a check and ends as it does',
  async (_, further, files, environment, words) => {
    expect(await shown(further, files, environment)).toMatchObject({ code: 3, stdout: words });
  },
);

test('the script of a gate puts nothing back after a check that ended with 0', async () => {
  const { stdout } = await shown({ writes: true }, [], { CHECK_STATUS: '0' });
  expect(stdout).toBe(`${check}\n`);
});

test.each(gateHosts)('a gate on %s is a script, and what has the host run it with the tokens', (host) => {
  const [script, ...others] = gateFiles(host, gate);
  expect(script).toMatchObject({ path: 'conformance.sh', mode: 0o755 });
  const texts = others.map(({ text }) => JSON.stringify(fromYaml(text)));
  expect(texts.every((text) => text.includes('./conformance.sh'))).toBe(true);
  if (host === 'github') {
    const [workflow] = others.map(({ text }) => fromYaml(text) as ReturnType<typeof JSON.parse>);
    const { steps } = workflow.jobs.conformance;
    const [{ env }] = steps.filter(({ run }: { run?: string }) => run === './conformance.sh');
    const secretNamed = (name: string) => `\${{ secrets.${name} }}`;
    expect(env).toEqual({ CASE_API_TOKEN: secretNamed('CASE_API_TOKEN'), OTHER: secretNamed('OTHER') });
  }
});

test('init --ci leaves alone what is there, and writes the gate beside the configuration', async () => {
  const folder = await temporaryFolder();
  const main = new URL('../../../src/cli/main.ts', import.meta.url).pathname;
  const words = [main, 'init', '--base-url', 'https://acme.example', '--ci', 'github', '--writes', 'restore'];
  const run = () =>
    promisify(execFile)(process.execPath, words, { cwd: folder }).catch((error: unknown) => error as never);
  expect((await run()).stdout).toContain('\nGate: conformance.sh\nGate: .github/workflows/conformance.yml\n');
  const script = await readFile(join(folder, 'conformance.sh'), 'utf8');
  expect(script).toContain('npx --no case-conformance restore');
  expect(script).toContain('--discover');
  const isThere = (name: string, advice: string) => ({
    code: 2,
    stderr: `${name} exists already, and was not changed. ${advice} [FILE_EXISTS]\n`,
  });
  const configuration = 'conformance.config.json';
  expect(await run()).toMatchObject(isThere(configuration, 'Name another file with --config.'));
  await rm(join(folder, configuration));
  const advice = 'Remove or rename conformance.sh, or leave out --ci.';
  expect(await run()).toMatchObject(isThere('conformance.sh', advice));
});
