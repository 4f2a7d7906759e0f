import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../../../faults/behaviour.ts';
import { delayed, everyNth } from '../../../faults/behaviours.ts';
import { maskingOf } from '../../../src/http/masking.ts';
import { type ServiceWithClients, serviceWithClients } from './clients.ts';
import { leakedInto, tokens } from './fixtures.ts';
import { call } from './support.ts';

const withoutTokens = maskingOf(tokens);

/** A dry run does not know the names of the organisation, which a run reads from an answer. */
function withoutNames(line: string): string {
  return line.replace(/\?organisationId=.*$/, '?…');
}

/** Every third answer arrives after the answers to later requests. */
const overtaken = everyNth(3, delayed(5));

function noting(seen: string[]): Behaviour {
  return (request, reference) => {
    seen.push(withoutNames(withoutTokens(`${request.method} ${request.path}`)));
    return overtaken(request, reference);
  };
}

function checking({ configuration, folder }: ServiceWithClients): string[] {
  return ['check', '--config', configuration, '--report-dir', folder];
}

async function simulated(service: ServiceWithClients, ...words: string[]) {
  const { status, stdout, stderr } = await call([...checking(service), ...words, '--dry-run']);
  expect({ status, leaked: leakedInto(stdout, tokens) }).toEqual({ status: 0, leaked: [] });
  const lines = stdout.trimEnd().split('\n');
  const last = lines.pop() ?? '';
  const requests = lines.filter((line) => /^[A-Z]+ \//.test(line));
  const printed = requests.map((line) => withoutNames(line.replace(/ {2}.*$/, ''))).sort();
  const notice = lines.find((line) => !requests.includes(line));
  return { printed, last, seed: /--seed (\d+)/.exec(last)?.[1] ?? '', stderr, notice };
}

describe('a dry run', () => {
  test('prints what a run sends, and sends nothing', async () => {
    const seen: string[] = [];
    const service = await serviceWithClients(noting(seen), { writes: 'all' });
    await service.fill();
    seen.length = 0;
    const { printed, last, seed, stderr } = await simulated(service);
    expect({ stderr, seen }).toEqual({ stderr: '', seen: [] });

    expect((await call([...checking(service), '--seed', seed])).status).toBe(0);
    expect(printed).toEqual(seen.sort());
    expect(last).toBe(
      `${seen.length} requests to ${service.baseUrl}, none of them sent. A run with --seed ${seed} sends these; where clients show less, fewer.`,
    );
  });

  test('with --discover sends what finds cases, and prints that and all the rest', async () => {
    const seen: string[] = [];
    const service = await serviceWithClients(noting(seen), { cases: {}, writes: 'none' });
    const { printed, last, seed, stderr, notice } = await simulated(service, '--discover');
    const sent = seen.splice(0);
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.every((line) => /^GET \/api\/v2\/cases(\/[0-9a-f-]{36}\/data)?$/.test(line))).toBe(true);
    expect({ stderr, notice }).toEqual({
      stderr: '',
      notice: expect.stringMatching(/^Discovered from GET \/api\/v2\/cases: \d+ Sale, /),
    });
    expect(last).toContain(
      ` requests to ${service.baseUrl}, of which ${sent.length} were sent to find cases. `,
    );

    await call([...checking(service), '--discover', '--seed', seed]);
    expect(printed).toEqual(seen.sort());
  });

  test('names the fields that are sent, and none of their values', async () => {
    const service = await serviceWithClients(noting([]));
    const only = ['--only', 'updateClient.changes.title', '--dry-run'];
    const { stdout } = await call(['check', '--config', service.configuration, ...only]);
    expect(stdout).toMatch(/^PATCH \/api\/v2\/clients\/[0-9a-f-]{36} {2}\(member\) \{title\}$/m);
    expect(stdout).not.toMatch(/Sample|Model|demo-/);
  });
});
