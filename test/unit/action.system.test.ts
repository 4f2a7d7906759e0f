import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { actionFolder, actionText } from '../../scripts/tables/action.ts';
import { fromYaml } from '../../src/schema/yaml.ts';
import { withNpx } from '../support/fake-npx.ts';

const written = await readFile(`${actionFolder}/action.yml`, 'utf8');
const { inputs, runs } = fromYaml(written) as ReturnType<typeof JSON.parse>;

async function called(step: number, given: Record<string, string>, files: readonly string[] = []) {
  const script = 'for word; do printf "<%s>" "$word"; done\n[ "$3" != check ] || exit 3\n';
  const { folder, run } = await withNpx(script, files);
  const { run: line, env } = runs.steps[step];
  // GitHub replaces the expressions in the same way.
  const variables = Object.fromEntries(
    Object.entries<string>(env).map(([name, text]) => {
      const [, input = ''] = /^\$\{\{ inputs\.(\w+) \}\}$/.exec(text) ?? [];
      return [name, given[input] ?? inputs[input].default];
    }),
  );
  return run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', line], variables, folder);
}

const check =
  '<--no><case-conformance><check><--config><conformance.config.json><--report-dir><conformance-report>';
const reporters = '<--reporter><junit><--reporter><github>';

test('The action is up to date, and published; npm run tables renews it', () => {
  expect(written).toBe(actionText());
  expect(packageFile.files).toContain(actionFolder);
});

test.each<[string, Record<string, string>, readonly string[], string]>([
  ['nothing else', {}, [], `${check}${reporters}`],
  [
    'a lock, waivers and further options',
    { arguments: '--min-decided 90 --only *' },
    ['conformance.lock.json', 'conformance.waivers.json'],
    `${check}${reporters}<--lock><conformance.lock.json><--fail-on><changed-observation><--waivers><conformance.waivers.json><--min-decided><90><--only><*>`,
  ],
  [
    'a configuration whose name would be a command',
    { config: '$(exit 9) x.json' },
    [],
    `${check.replace('conformance.config.json', '$(exit 9) x.json')}${reporters}`,
  ],
])('The action runs a check with %s, and ends as it does', async (_, given, files, words) => {
  expect(await called(0, given, files)).toEqual({ code: 3, stdout: words });
});

test('The action puts back where it is asked to, and keeps the report, whatever became of the check', async () => {
  const [, restore, upload, ...others] = runs.steps;
  expect(restore.if).toBe("always() && inputs.restore == 'true'");
  expect((await called(1, {})).stdout).toBe(
    '<--no><case-conformance><restore><--config><conformance.config.json>',
  );
  expect(upload).toMatchObject({ if: 'always()', with: { path: 'conformance-report' } });
  expect(others).toEqual([]);
});
