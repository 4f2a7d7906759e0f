import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { providerStates } from '../../../src/reference/provider-states/states.ts';
import { openStore } from '../../../src/reference/store.ts';
import { temporaryFile } from '../../support/temporary.ts';
import { foreign, own, tokens } from './support.ts';

const page = await readFile(new URL('../../../docs/provider-states.md', import.meta.url), 'utf8');
const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';

test('docs/provider-states.md lists the states that the reference implementation knows', async () => {
  const store = await openStore(':memory:');
  onTestFinished(() => store.close());
  const listed = [...page.matchAll(/^\| `(an? [^`]+|no [^`]+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual([...providerStates({ store, own, foreign, tokens }).keys()]);
});

test('docs/provider-states.md has a provider that does what it says', async () => {
  const { baseUrl, stateUrl } = await startProviderOfPage();
  const caseData = async (token?: string) => {
    const response = await fetch(`${baseUrl}/api/v2/cases/${caseId}/data`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    return [response.status, await response.json()];
  };
  const change = async (action: string, state: string, params?: unknown) => {
    const body = JSON.stringify({ action, state, params });
    const response = await fetch(stateUrl, { method: 'POST', body });
    return [response.status, await response.json()];
  };
  const refused = (status: number) => [status, { message: expect.any(String) }];

  const record = { caseId, caseType: 'Purchase', price: 1 };
  expect(await caseData(tokens.member)).toEqual(refused(404));
  expect(await change('setup', 'a case with this record', { caseId, record })).toEqual([200, {}]);
  expect(await caseData(tokens.member)).toEqual([200, record]);
  expect(await caseData('unknown')).toEqual(refused(401));
  expect(await caseData()).toEqual(refused(401));
  expect(await change('setup', 'a caller without permission', { operation: 'getCaseData' })).toEqual([
    200,
    {},
  ]);
  expect(await caseData(tokens.restricted)).toEqual(refused(403));
  expect(await change('teardown', 'a caller without permission', { operation: 'getCaseData' })).toEqual([
    200,
    {},
  ]);
  expect(await caseData(tokens.restricted)).toEqual([200, record]);
  expect(await change('teardown', 'a case with this record', { caseId, record })).toEqual([200, {}]);
  expect(await caseData(tokens.member)).toEqual(refused(404));
  await change('setup', 'a case of another organisation', { caseId });
  expect(await caseData(tokens.member)).toEqual(refused(404));
  await change('setup', 'a case of this type', { caseId, caseType: 'Sale' });
  expect(await caseData(tokens.member)).toEqual([200, { caseId, caseType: 'Sale' }]);
  expect(await change('setup', 'no such case', { caseId })).toEqual([200, {}]);
  expect(await caseData(tokens.member)).toEqual(refused(404));
  expect(await change('setup', 'a client', { clientId: caseId })).toEqual(refused(404));
  expect(await change('setup', '')).toEqual([200, {}]);
  expect(await change('teardown', '')).toEqual([200, {}]);
});

test('tells tokens that no sentence of a report holds', () => {
  const [, shown = ''] = /^export (MEMBER_TOKEN.*)$/m.exec(page) ?? [];
  const shownTokens = shown.split(' ').map((one) => one.replace(/.*=/, ''));
  expect(shownTokens).toHaveLength(3);
  for (const token of shownTokens) expect(token).toMatch(/^[a-z]+-[0-9a-f]{8}$/);
});

async function startProviderOfPage(): Promise<{ baseUrl: string; stateUrl: string }> {
  const [, code = ''] = /^```js\n(.*?)^```$/ms.exec(page) ?? [];
  const file = await temporaryFile('provider.mjs', code);
  const { member, restricted } = tokens;
  const environment = { MEMBER_TOKEN: member, RESTRICTED_TOKEN: restricted, PORT: '0', STATE_PORT: '0' };
  const child = spawn(process.execPath, [file], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill();
  });
  const urls: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    if (urls.push(line) === 2) break;
  }
  const [baseUrl = '', stateUrl = ''] = urls;
  return { baseUrl, stateUrl };
}
