import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { call, refusal, temporaryFile } from './support.ts';

test('explain says what is required, what is right and wrong, and what to look at', async () => {
  const { status, stdout, stderr } = await call(['explain', 'ta6-4th-listing-grade/enum']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(await readFile('docs/report.md', 'utf8')).toContain(
    `$ npx case-conformance explain ta6-4th-listing-grade/enum\n${stdout}\`\`\`\n`,
  );
});

test('explain takes an example that is wrong as the code says, or a known fault where it is no field', async () => {
  expect((await call(['explain', 'case-id/required'])).stdout).toContain('  wrong  left out (required)\n');
  expect((await call(['explain', 'case-id/format'])).stdout).toMatch(/\n {2}wrong {2}".*" \(format\)\n/);
  const { stdout } = await call(['explain', 'credentials-401/status']);
  expect(stdout).toMatch(/^Missing or invalid credentials are answered 401, /);
  expect(stdout).toContain('Likely causes:\n  ');
  expect(stdout).toContain('Look at:\n  The order in which a request is judged: ');
  expect(stdout).not.toContain('  right  ');
  const routers = (await call(['explain', 'case-data-400/status'])).stdout;
  expect(routers).toContain('Look at:\n  Routers and proxies: ');
});

test.each([
  [
    'update-client-200',
    /^A change is answered 200 with the resulting client record\.\n {2}update-client-200, .*\n\n/,
  ],
  ['update-client-200/5xx', /^A change, right or wrong, is accepted or refused, /],
  [
    'update-client-200/status',
    /^A change is answered 200 .*\n.*\n {2}Of an answer 5xx: A change, right or wrong, /,
  ],
  ['update-client-200/changed-though-refused', /^A change that is refused changes nothing\.\n/],
])('explain %s states the requirement that a report states with this code', async (code, text) => {
  expect((await call(['explain', code])).stdout).toMatch(text);
});

test('explain goes by a changed description, of which the documents and their faults say nothing', async () => {
  const action = { target: '$.components.schemas.CaseBase.required', update: 'price' };
  const overlay = await temporaryFile(
    'overlay.json',
    JSON.stringify({ overlay: '1.0.0', actions: [action] }),
  );
  const { stdout } = await call(['explain', 'case-price/required', '--overlay', overlay]);
  expect(stdout).toMatch(
    /^price of .*: a number, and is required\.\n {2}case-price, said in the changed description, instead of interface 2\.1, catalogue 2\.2\n/,
  );
  expect(stdout).toMatch(/\n {2}right {2}\d+\n {2}wrong {2}left out \(required\)\n/);
  expect(stdout).not.toContain('Likely causes');
});

test('explain tells what a check tests', async () => {
  expect(await call(['explain', 'getCaseData.listed-cases'])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^Each .*\n {2}getCaseData\.listed-cases, a check of getCaseData\n\nIt tests:\n( {2}[a-z0-9-]+: .*\n)*( {2}case-data-200: .*\n)/,
    ),
  });
});

test('explain tells what an error means, and what to do', async () => {
  expect(await call(['explain', 'CLIENT_IN_USE'])).toEqual({
    status: 0,
    stdout:
      'Another run on this machine is changing one of the listed clients, or one that the same journal keeps.\n  CLIENT_IN_USE, exit code 2\n\nWhat to do:\n  Wait until it has ended. For another deployment with clients of the same identifiers, name another folder as journal in the configuration.\n',
    stderr: '',
  });
});

test.each([
  ['case-prise/type', "There is no code 'case-prise'. Did you mean 'case-price/type'?"],
  [
    'getCaseData.listed-case',
    "There is no code 'getCaseData.listed-case'. Did you mean 'getCaseData.listed-cases'?",
  ],
  [
    'nonsense',
    "There is no code 'nonsense'. A report names the code of each deviation; docs/requirements.md and docs/errors.md have all codes.",
  ],
])('explain knows no code %s, and names one that is like it', async (code, sentences) => {
  expect(await call(['explain', code])).toEqual(refusal(`${sentences} [NAME_UNKNOWN]`));
});
