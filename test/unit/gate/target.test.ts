import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { asConfiguration } from '../../../src/gate/configuration.ts';
import { configuredTarget, gateTarget } from '../../../src/gate/target.ts';
import { providerTarget } from '../../../src/gate/verify.ts';
import { bundled } from '../../../src/specification/bundled.ts';

const [first, second, third] = [
  '99a439b3-87fb-4bda-bded-98a31048f0e0',
  'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2',
  'bd5e01a9-0226-463d-bb29-4db633aa55da',
] as const;

const targetWith = (...clients: readonly (string | object)[]) => {
  const tokens = { member: 'token' };
  const written = { baseUrl: 'https://acme.example', tokens, clients };
  return configuredTarget(asConfiguration(written, 'The call'), bundled).target;
};

test('A client may be listed with what it is known to show', () => {
  const target = targetWith(first, { id: second, shows: ['firstName', 'address'] }, { id: third, shows: [] });
  expect(target.clients).toEqual([first, second, third]);
  expect(target.shownFields).toEqual({ [second]: ['firstName', 'address'] });
  expect(targetWith(first).shownFields).toBeUndefined();
});

test('What is known of a client that is listed twice is all that is said of it', () => {
  const twice = { id: second.toUpperCase(), shows: ['title', 'firstName'] };
  const target = targetWith({ id: second, shows: ['firstName'] }, twice, second);
  expect(target.clients).toEqual([second]);
  expect(target.shownFields).toEqual({ [second]: ['firstName', 'title'] });
});

test('A target is asked at the documented rate where its configuration does not say, by check and by verify', async () => {
  const baseUrl = 'https://acme.example';
  const configuration = { baseUrl, tokens: { member: 'token' } };
  const stateUrl = 'https://acme.example/states';
  const [, documented] =
    /`requestsPerSecond` \|.*\| (\d+) \|/.exec(await readFile('docs/configuration.md', 'utf8')) ?? [];
  const checked = await gateTarget({ configuration });
  const verified = await providerTarget({ providerUrl: baseUrl, stateUrl, configuration });
  const rates = [checked, verified].map(({ transport }) => transport.requestsPerSecond);
  expect(rates).toEqual([Number(documented), Number(documented)]);
});

test.each([
  ['the configuration has it', { tokens: { member: 'configured' } }, {}, undefined],
  ['no other is named', {}, {}, 'the environment variable CASE_API_TOKEN'],
  [
    'another is named',
    { tokens: { member: 'configured' } },
    { tokenEnv: 'MINE' },
    'the environment variable MINE',
  ],
])("A target tells where the member's token is from where %s", async (_name, written, given, memberFrom) => {
  const configuration = { baseUrl: 'https://acme.example', ...written };
  const environment = { CASE_API_TOKEN: 'usual', MINE: 'another' };
  expect((await gateTarget({ configuration, environment, ...given })).target.memberFrom).toBe(memberFrom);
});

test('A configuration limits the requests of a run, and the size of an answer', () => {
  const written = { baseUrl: 'https://acme.example', tokens: { member: 'token' } };
  const limitsOf = (further: object) =>
    configuredTarget(asConfiguration({ ...written, ...further }, 'The call'), bundled).transport;
  expect(limitsOf({})).toMatchObject({ maxBodyBytes: 8_388_608 });
  const limits = { requestsPerSecond: 7, concurrency: 3, timeoutMs: 900 };
  expect(limitsOf({ ...limits, maxAnswerBytes: 20_000_000 })).toMatchObject({
    ...{ ...limits, maxBodyBytes: 20_000_000 },
  });
});
