import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fromYaml } from '../../src/schema/yaml.ts';
import { postgresPrograms, startPostgres } from '../../test/support/postgres.ts';
import { blocksOf } from './page.ts';
import type { Project } from './project.ts';

export interface Way {
  readonly name: string;
  follow(project: Project): Promise<void>;
}

const configuration = '--config node_modules/case-conformance/fixtures/conformance.config.json';
const listening = (port: number): string =>
  `for i in $(seq 100); do curl -sf http://127.0.0.1:${port}/api/v2/doc > /dev/null && break; sleep 0.2; done`;

const balancer: Way = {
  name: 'balancer',
  async follow(project) {
    if (postgresPrograms === undefined) throw new Error('It needs PostgreSQL.');
    const postgres = await startPostgres(postgresPrograms);
    try {
      const [start = '', check = ''] = blocksOf('A service', 'bash');
      await project.write('haproxy.cfg', blocksOf('A service', 'haproxy').join());
      const lines = [start, listening(8081), listening(8082), listening(8080), check].join('\n');
      await succeeded(project, lines, { DATABASE: await postgres.newDatabase() });
    } finally {
      await postgres.close();
    }
  },
};

interface Job {
  readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
  readonly steps: readonly { readonly run?: string }[];
}

const shards: Way = {
  name: 'shards',
  async follow(project) {
    const [workflow = ''] = blocksOf('A gate', 'yaml');
    const { jobs } = fromYaml(workflow) as { jobs: { shard: Job; verdict: Job } };
    const commandsOf = ({ steps }: Job): string[] =>
      steps.flatMap(({ run }) => (run?.startsWith('npx ') ? [run] : []));
    const matrix = jobs.shard.strategy?.matrix.shard ?? [];
    const shardLines = matrix.flatMap((shard) =>
      commandsOf(jobs.shard).map((run) => run.replaceAll(/\$\{\{ matrix\.shard \}\}/g, String(shard))),
    );
    const serve = `npx case-conformance serve --port 8080 &\n${listening(8080)}`;
    // Options replace the configuration file that the workflow expects in the working directory.
    const withConfiguration = shardLines.map((line) => `${line} ${configuration} --seed 7 || :`);
    await succeeded(project, [serve, ...withConfiguration, ...commandsOf(jobs.verdict)].join('\n'));
  },
};

const spark: Way = {
  name: 'spark',
  async follow(project) {
    const python = process.env.PYTHON ?? 'python3';
    await project.write('summary.py', blocksOf('Records at rest', 'python').join());
    const records = Number(process.env.RECORDS ?? 20_000);
    await succeeded(
      project,
      [
        'mkdir records',
        `npx case-conformance generate --type Sale --count ${records} --seed 7 > records/valid.ndjson`,
        `npx case-conformance generate --type Sale --invalid --count 2000 --seed 7 | ${python} -c '
import json, sys
for line in sys.stdin: print(json.dumps(json.loads(line)["record"], ensure_ascii=False, separators=(",", ":")))' > records/invalid.ndjson`,
        'npx case-conformance validate --output summary records/*.ndjson > whole.json || [ $? = 1 ]',
        `${python} summary.py 'records/*.ndjson' > summary.json`,
      ].join('\n'),
      { SPARK_LOCAL_IP: '127.0.0.1' },
    );
    const [whole, summary] = await Promise.all(
      ['whole.json', 'summary.json'].map(async (name) =>
        withoutExamples(JSON.parse(await readFile(join(project.folder, name), 'utf8'))),
      ),
    );
    if (!isDeepStrictEqual(summary, whole)) throw new Error('The partitions do not add up to the whole.');
    process.stdout.write(
      `${whole?.records} records, ${whole?.valid} valid, in ${whole?.findings.length} findings\n`,
    );
  },
};

interface Summary {
  readonly records: number;
  readonly valid: number;
  readonly findings: readonly { readonly example?: { readonly bytes: number } }[];
}

/** The summary with only the lengths of examples: Python and Node may choose different examples of equal length. */
function withoutExamples({ findings, ...counts }: Summary): Summary {
  return {
    ...counts,
    findings: findings.map((one) => ({ ...one, example: { bytes: one.example?.bytes ?? 0 } })),
  };
}

async function succeeded(
  project: Project,
  lines: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const status = await project.run(lines, environment);
  if (status !== 0) throw new Error(`The commands ended with ${status}.`);
}

export const ways: readonly Way[] = [balancer, shards, spark];
