import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../../../src/faults/behaviour.ts';
import { serviceWithClients } from './clients.ts';
import { call } from './support.ts';

/** A service that notes the method and path of every request. */
function noting(seen: string[]): Behaviour {
  return (request, reference) => {
    seen.push(`${request.method} ${request.path}`);
    return reference(request);
  };
}

describe('a dry run', () => {
  test.each(['none', 'all'] as const)(
    'prints what a run with writes "%s" sends, and sends nothing',
    async (writes) => {
      const seen: string[] = [];
      const service = await serviceWithClients(noting(seen), { writes });
      await service.fill();
      seen.length = 0;
      const words = [
        'check',
        '--config',
        service.configuration,
        '--report-dir',
        service.folder,
        '--seed',
        '7',
      ];

      const dry = await call([...words, '--dry-run']);
      expect(dry).toMatchObject({ status: 0, stderr: '' });
      expect(seen).toEqual([]);
      const lines = dry.stdout.trimEnd().split('\n');
      const printed = lines.slice(0, -1).map((line) => line.replace(/ {2}.*$/, ''));

      expect((await call(words)).status).toBe(0);
      expect(printed.sort()).toEqual(seen.sort());
      expect(lines.at(-1)).toBe(
        `${seen.length} requests to ${service.baseUrl}, none of them sent. Where clients show less, a run sends fewer.`,
      );
    },
  );

  test('names the fields that are sent, and none of their values', async () => {
    const service = await serviceWithClients(noting([]));
    const only = ['--only', 'updateClient.changes.title', '--dry-run'];
    const { stdout } = await call(['check', '--config', service.configuration, ...only]);
    expect(stdout).toMatch(/^PATCH \/api\/v2\/clients\/[0-9a-f-]{36} {2}\(member\) \{title\}$/m);
    expect(stdout).not.toMatch(/Sample|Model|demo-/);
  });
});
