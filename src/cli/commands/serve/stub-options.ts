import {
  flag,
  milliseconds,
  option,
  pathOfRecord,
  share,
  type TypedOption,
  wholeNumber,
} from '../../arguments.ts';

const ofStubs = {
  arbitrary: flag('--arbitrary', 'with --stub: another valid record in each answer'),
  edgeCases: flag('--edge-cases', 'with --stub: records that are legal and look wrong'),
  seed: option('--seed <number>', 'with --stub: the same records, and the same errors, again', wholeNumber),
  path: option(
    '--path <path>',
    'with --stub: this record in each answer, as its header Stub-Path says',
    pathOfRecord,
  ),
  broken: option('--broken <fault>', 'with --stub: a service with this fault of docs/faults.md'),
  latency: option('--latency <ms>', 'with --stub: how late each answer is', milliseconds),
  errorRate: option('--error-rate <share>', 'with --stub: the share of requests answered 503', share),
};

export const stubOptions = {
  stub: flag('--stub', 'answer with generated records, and keep nothing'),
  ...ofStubs,
};

const notOfStubs = [
  'database',
  'domain',
  'statesPort',
  'managementPort',
  'log',
  'grace',
  'docPage',
  'rateLimit',
  'bodyLimit',
  'pageSize',
] as const;
/** A fault is served with the records that the proof uses for it. */
const notOfFaults = ['spec', 'overlay', 'arbitrary', 'edgeCases', 'path'] as const;

type Excluded = (typeof notOfStubs | typeof notOfFaults)[number];

/** Describes contradictory options of `serve` that concern stubs. */
export function stubContradiction(
  given: Readonly<Record<keyof typeof stubOptions | Excluded, unknown>>,
  options: Readonly<Record<Excluded, TypedOption>>,
): string | undefined {
  if (given.stub !== true) {
    const [, alone] =
      Object.entries(ofStubs).find(([name]) => given[name as keyof typeof ofStubs] !== undefined) ?? [];
    return alone && `option '${alone.flags}' needs '--stub'`;
  }
  const stranger = notOfStubs.find((name) => given[name] !== undefined);
  if (stranger !== undefined) return `option '--stub' cannot be used with '${options[stranger].flags}'`;
  const unbroken = notOfFaults.find((name) => given.broken !== undefined && given[name] !== undefined);
  if (unbroken !== undefined)
    return `option '--broken <fault>' cannot be used with '${options[unbroken].flags}'`;
  const isOfNoSeed = given.path !== undefined && given.seed === undefined;
  return isOfNoSeed ? `option '${ofStubs.path.flags}' needs '${ofStubs.seed.flags}'` : undefined;
}
