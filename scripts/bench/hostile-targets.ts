import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceAnswer, ServiceRequest } from '../../faults/behaviour.ts';
import { changed } from '../../faults/behaviours.ts';
import { startService } from '../../faults/broken-service.ts';
import { tokenNamed } from '../../faults/demo.ts';
import { demoTarget } from '../../proof/demo-target.ts';
import type { WriteMode } from '../../src/harness/target.ts';
import { readDemo } from '../../src/reference/demo.ts';
import { hostileBodies } from '../../test/support/hostile-bodies.ts';
import type { Figure } from './figure.ts';
import { usageOf } from './rounds.ts';

export async function hostileTargets(folder: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { kind, size, what, where, writes, concurrency = 4 } of hostileRuns) {
    const usage = await usageOfRun({ kind, size, what, where, writes, concurrency }, folder);
    const run = `\`check\`, \`writes: ${writes}\`, ${concurrency} at once, where every ${where} holds ${what}`;
    figures.push(
      {
        what: run,
        to: 'a second of the processor',
        costs: [[usage.processorMilliseconds, 1_000]],
        bound: 10,
      },
      {
        what: 'the peak memory of that run',
        to: 'a megabyte',
        costs: [[usage.kilobytes / 1_024, 1]],
        bound: 400,
      },
    );
  }
  return figures;
}

const places = {
  answer: () => true,
  record: ({ status }, { method, path }) => status === 200 && (method === 'PATCH' || path.endsWith('/data')),
  client: ({ status }, { method }) => status === 200 && method === 'PATCH',
} satisfies Readonly<Record<string, (answer: ServiceAnswer, request: ServiceRequest) => boolean>>;

interface HostileRun {
  readonly kind: keyof typeof hostileBodies;
  readonly size: number;
  readonly what: string;
  readonly where: keyof typeof places;
  readonly writes: WriteMode;
  readonly concurrency?: number;
}

const kinds = [
  { kind: 'padding', size: 7_000_000, what: '7 MB that are not described' },
  { kind: 'members', size: 1_500_000, what: '60,000 members that are not described' },
  { kind: 'escapes', size: 6_000_000, what: '6 MB of escapes of JSON' },
  { kind: 'fragments', size: 5_000_000, what: 'parts of a token throughout 5 MB' },
  { kind: 'tokens', size: 2_400_000, what: 'a token 100,000 times' },
] as const;

const hostileRuns: readonly HostileRun[] = [
  ...kinds.map((one) => ({ ...one, where: 'answer', writes: 'none' }) as const),
  ...kinds.map((one) => ({ ...one, where: 'client', writes: 'restore' }) as const),
  ...kinds.map((one) => ({ ...one, where: 'record', writes: 'all' }) as const),
  { ...kinds[0], where: 'answer', writes: 'restore' },
  { ...kinds[0], where: 'answer', writes: 'all', concurrency: 16 },
];

async function usageOfRun(
  { kind, size, where, writes, concurrency }: Required<HostileRun>,
  parent: string,
): ReturnType<typeof usageOf> {
  const further = hostileBodies[kind](size, tokenNamed('member'));
  // The data that is added to an answer: many members, or one large member.
  const added = kind === 'members' ? further.slice(1, -1) : `"further":${further}`;
  const service = await startService(
    changed((answer, request) =>
      places[where](answer, request) && /^\{.*\}$/s.test(answer.body)
        ? { ...answer, body: `${answer.body.slice(0, -1)},${added}}` }
        : answer,
    ),
  );
  const folder = await mkdtemp(join(parent, 'hostile-'));
  const config = join(folder, 'conformance.config.json');
  await writeFile(
    config,
    JSON.stringify(await configurationOf(service.baseUrl, folder, writes, concurrency)),
  );
  const words = ['dist/src/cli/main.js', 'check', '--config', config, '--report-dir', folder, '--seed', '7'];
  try {
    return await usageOf(words);
  } finally {
    await service.close();
  }
}

async function configurationOf(baseUrl: string, folder: string, writes: WriteMode, concurrency: number) {
  const { target, tokens } = demoTarget(await readDemo(), baseUrl);
  const cases = Object.entries(target.cases).map(([type, ids]) => [type, ids.slice(0, 1)]);
  return {
    ...{ baseUrl, tokens, writes, concurrency, journal: join(folder, 'journal') },
    restrictedOperations: target.restrictedOperations,
    cases: { ...Object.fromEntries(cases), foreign: target.foreignCases },
    clients: target.clients.slice(0, 2),
    ...{ requestsPerSecond: 10_000, timeoutMs: 60_000 },
  };
}
