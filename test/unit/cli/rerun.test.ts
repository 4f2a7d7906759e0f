import { expect, test } from 'vitest';
import { option } from '../../../src/cli/arguments.ts';
import { rerunCommand } from '../../../src/cli/rerun.ts';

const options = { config: option('--config <file>', 'the configuration') };

test.each([
  ['a shell', {}, 'case-conformance check'],
  ['npx', { npm_command: 'exec' }, 'npx case-conformance check'],
  ['a script of a package', { npm_command: 'run', npm_package_name: 'acme' }, 'npx case-conformance check'],
  [
    'a script of its own',
    { npm_command: 'run', npm_package_name: 'case-conformance' },
    'npm run -s case-conformance -- check',
  ],
])('what %s started is started again so', (_name, environment, start) => {
  expect(rerunCommand('check', options, { config: 'a b.json' }, environment)).toBe(
    `${start} --config 'a b.json'`,
  );
});
