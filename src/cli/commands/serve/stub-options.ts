import { flag, milliseconds, option, pathOfRecord, share, wholeNumber } from '../../arguments.ts';
import { operationOptions } from './operation.ts';

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

const flags: Readonly<Record<(typeof notOfStubs | typeof notOfFaults)[number], string>> = {
  database: '--database <file>',
  domain: '--domain <name>',
  statesPort: '--provider-states [port]',
  managementPort: operationOptions.managementPort.flags,
  log: operationOptions.log.flags,
  grace: operationOptions.grace.flags,
  docPage: operationOptions.docPage.flags,
  rateLimit: operationOptions.rateLimit.flags,
  bodyLimit: operationOptions.bodyLimit.flags,
  pageSize: operationOptions.pageSize.flags,
  spec: '--spec <source>',
  overlay: '--overlay <source>',
  arbitrary: ofStubs.arbitrary.flags,
  edgeCases: ofStubs.edgeCases.flags,
  path: ofStubs.path.flags,
};

/** Describes contradictory options of `serve` that concern stubs. */
export function stubContradiction(
  given: Readonly<Record<keyof typeof stubOptions | keyof typeof flags, unknown>>,
): string | undefined {
  if (given.stub !== true) {
    const [, alone] =
      Object.entries(ofStubs).find(([name]) => given[name as keyof typeof ofStubs] !== undefined) ?? [];
    return alone && `option '${alone.flags}' needs '--stub'`;
  }
  const stranger = notOfStubs.find((name) => given[name] !== undefined);
  if (stranger !== undefined) return `option '--stub' cannot be used with '${flags[stranger]}'`;
  const unbroken = notOfFaults.find((name) => given.broken !== undefined && given[name] !== undefined);
  if (unbroken !== undefined) return `option '--broken <fault>' cannot be used with '${flags[unbroken]}'`;
  const isOfNoSeed = given.path !== undefined && given.seed === undefined;
  return isOfNoSeed ? `option '${ofStubs.path.flags}' needs '${ofStubs.seed.flags}'` : undefined;
}
