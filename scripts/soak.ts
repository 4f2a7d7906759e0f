import { parseArgs } from 'node:util';
import PQueue from 'p-queue';
import { type SoakOutcome, soak } from './soak/trial.ts';
import { noTroubles, randomFrom, showings, type Troubles, trialOf } from './soak/troubles.ts';

// `npm run soak` runs against deployments that show changes late, read from a replica, or show other texts than they
// store. The exit code is 1 if a run leaves a client changed without reporting this.

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    /** Far more than there are processors, since a run mostly waits. */
    concurrency: { type: 'string', default: '40' },
  },
});

type Draw = (random: () => number) => Partial<Troubles>;

const late = (answersLate: Troubles['answersLate']): Draw => {
  return () => ({ late: 2, answersLate });
};
const lagging: Draw = (random) => ({ lagMs: Math.round(200 + random() * 5_800) });
const brokenOff: Draw = (random) => ({ goneAfter: 8 + Math.floor(random() * 140) });
const both = (...draws: readonly Draw[]): Draw => {
  return (random) => Object.assign({}, ...draws.map((draw) => draw(random)));
};

const kinds: Readonly<Record<string, Draw>> = {
  'changes answered 504, and made 2 to 14 s later': late('504'),
  'changes not answered, and made 2 to 14 s later': late('silence'),
  'changes made late, the run broken off, and restore at once': both(late('504'), brokenOff),
  'replicas that lag by 0.2 to 6 s': lagging,
  'lagging replicas, the run broken off, and restore at once': both(lagging, brokenOff),
  'one client shown for another in one answer of ten': () => ({ mixesUp: 10 }),
  ...Object.fromEntries(
    (Object.keys(showings) as Troubles['shows'][])
      .filter((shows) => shows !== 'all')
      .map((shows) => [`of texts, ${shows} shown`, () => ({ shows })] as const),
  ),
};

const pace = { timeoutMs: 10_000, settleMs: 15_000, lateFromMs: 2_000, lateToMs: 14_000 };

async function soaked(draw: Draw, seed: number): Promise<SoakOutcome> {
  const troubles = { ...noTroubles, ...draw(randomFrom(seed)), seed };
  const outcome = await soak(trialOf(troubles, pace));
  if (!outcome.isSaid) process.stdout.write(`unsaid: ${JSON.stringify(troubles)}\n`);
  return outcome;
}

process.stdout.write(
  '| deployment | runs | clients as they were | left changed, and said | left changed, unsaid |\n',
);
process.stdout.write('|---|---|---|---|---|\n');
for (const [kind, draw] of Object.entries(kinds).filter(([kind]) => kind.includes(values.only))) {
  const queue = new PQueue({ concurrency: Number(values.concurrency) });
  const seeds = Array.from({ length: Number(values.runs) }, (_, index) => Number(values.seed) + index);
  const outcomes = await queue.addAll(seeds.map((seed) => () => soaked(draw, seed)));
  const asTheyWere = outcomes.filter(({ isAsItWas }) => isAsItWas).length;
  const unsaid = outcomes.filter(({ isSaid }) => !isSaid).length;
  const said = outcomes.length - asTheyWere - unsaid;
  process.stdout.write(`| ${kind} | ${outcomes.length} | ${asTheyWere} | ${said} | ${unsaid} |\n`);
  if (unsaid > 0) process.exitCode = 1;
}
