import { InvalidArgumentError, Option } from 'commander';
import { reporters as formats, type ReporterName } from '../report/reporters.ts';

declare const value: unique symbol;

export type TypedOption<Value = unknown> = Option & { readonly [value]?: () => Value };

export type Given<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends TypedOption<infer Value> ? Value : never;
};

export function option(flags: string, description: string): TypedOption<string | undefined>;
export function option<Value>(
  flags: string,
  description: string,
  parse: (text: string, earlier?: Value) => Value,
): TypedOption<Value | undefined>;
export function option(flags: string, description: string, parse = (text: string): unknown => text): Option {
  return new Option(flags, description).argParser(parse);
}

export function flag(flags: string, description: string): TypedOption<boolean | undefined> {
  return new Option(flags, description);
}

export function choice<Choice extends string>(
  flags: string,
  description: string,
  choices: readonly Choice[],
): TypedOption<Choice | undefined> {
  return new Option(flags, description).choices(choices);
}

/**
 * An option that may be repeated. It takes only one word each time, since the next words may be arguments of the
 * command.
 */
export function choices<Choice extends string>(
  flags: string,
  description: string,
  all: readonly Choice[],
): TypedOption<readonly Choice[] | undefined> {
  const option = new Option(flags, `${description}; may be repeated, or name several with commas`).choices(
    all,
  );
  return option.argParser((text: string, earlier: readonly string[] = []) => {
    const given = text.split(',');
    if (given.every((one) => option.argChoices?.includes(one)))
      return [...(earlier === option.defaultValue ? [] : earlier), ...given];
    throw new InvalidArgumentError(`Allowed choices are ${all.join(', ')}.`);
  });
}

export function withDefault<Value>(
  optional: TypedOption<Value | undefined>,
  usual: Value,
): TypedOption<Value> {
  return optional.default(usual) as Option;
}

export function required<Value>(optional: TypedOption<Value | undefined>): TypedOption<Value> {
  return optional.makeOptionMandatory() as Option;
}

export function collect(one: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, one];
}

export const wholeNumber = wholeNumberIn(0);
export const positive = wholeNumberIn(1);
const percentage = wholeNumberIn(0, 100);
export const port = wholeNumberIn(0, 65_535);
export const seconds = wholeNumberIn(1, 604_800);
export const milliseconds = wholeNumberIn(1, 600_000);

export function wholeNumberIn(least: number, most?: number): (text: string) => number {
  return (text) => {
    if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
    const number = Number(text);
    if (number >= least && number <= (most ?? number)) return number;
    throw new InvalidArgumentError(
      most === undefined ? `It must be at least ${least}.` : `It must be from ${least} to ${most}.`,
    );
  };
}

/**
 * Parses `--repeat`: a number, or `auto=0.9` for the number of repetitions that find a fault in 1 of 10 answers with
 * the probability 0.9.
 */
export function repetitions(text: string): number {
  if (!text.startsWith('auto')) return positive(text);
  const [, chance] = /^auto=(0\.\d{1,3})$/.exec(text) ?? [];
  if (chance === undefined)
    throw new InvalidArgumentError('It must be a number, or a probability such as auto=0.9.');
  const answers = Math.log(1 - Number(chance)) / Math.log(1 - 1 / 10);
  // Each repetition gets at least two answers to each request that reads.
  return Math.max(1, Math.ceil(answers / 2));
}

export function fraction(text: string): number {
  if (/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be from 0 to 1, such as 0.05.');
}

/** Refuses an empty value, which usually comes from an unset shell variable. */
export const nonEmpty = matching(/\S/, 'It must not be empty.');

export const pathOfValue = matching(
  /^\d{1,6}(:\d{1,6})*$/,
  'It must be numbers of six digits at most, with colons between them, such as 3:0:1.',
);

/** The path of a generated record. A single number, since records are not shrunk. */
export const pathOfRecord = matching(/^\d{1,6}$/, 'It must be a number of six digits at most, such as 17.');

export const hostName = matching(
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i,
  'It must be a host name, such as cases.example.',
);

export function subDomain(text: string): string {
  return label(text).toLowerCase();
}

export function origin(text: string): string {
  if (text === '*' || (URL.canParse(text) && new URL(text).origin === text)) return text;
  throw new InvalidArgumentError('It must be an origin, such as http://localhost:5173, or *.');
}

const label = matching(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i, 'It must be a sub-domain, such as acme.');

function matching(form: RegExp, complaint: string): (text: string) => string {
  return (text) => {
    if (form.test(text)) return text;
    throw new InvalidArgumentError(complaint);
  };
}

export const configuration = option(
  '--config <file>',
  'the configuration (default: conformance.config.json, if it exists)',
);
const spec = option(
  '--spec <source>',
  'the OpenAPI description to use: a file, a URL or - (default: the bundled one)',
);
const overlay = option('--overlay <source>', 'an OpenAPI Overlay to apply to the description');
export const descriptionOptions = { spec, overlay };
export type DescriptionOptions = Given<typeof descriptionOptions>;

export const baseUrl = option('--base-url <url>', "the organisation's host, without /api/v2");
export const tokenEnv = option(
  '--token-env <name>',
  "the environment variable that holds the member's token (default: CASE_API_TOKEN)",
);
export const cases = option(
  '--case <type=id>',
  'a case to test, in addition to those of the configuration, such as Sale=3f2b…; may be repeated',
  collect,
);
export const again = option(
  '--again <report>',
  'repeat the checks that showed deviations in this report.json, with its seed, and replace it',
).conflicts(['only', 'seed', 'path', 'shard']) as TypedOption<string | undefined>;
export const minFieldCoverage = () =>
  option(
    '--min-field-coverage <percent>',
    'the percentage of the shapes, editions, fields and values of case records that must be seen',
    percentage,
  );
export const minDecided = () =>
  option(
    '--min-decided <percent>',
    'the percentage of requirements that must be tested, of those that can be with these writes',
    percentage,
  );
export const deadline = option(
  '--deadline <seconds>',
  'how long the run may take; after that, only requests that restore clients are sent',
  seconds,
);
const reporters = option(
  '--reporter <name[=file]>',
  'also write the report as junit, ctrf, markdown, json or html, or for github; may be repeated',
  reporter,
);
export const reportDir = withDefault(
  option('--report-dir <dir>', 'the folder for report.json and report.html'),
  'conformance-report',
);

export const reportOptions = { reporter: reporters, reportDir };

export interface AskedReporter {
  readonly name: ReporterName;
  readonly file?: string | undefined;
}

const names: readonly string[] = [...Object.keys(formats), 'github'];

export function reporter(text: string, earlier: readonly AskedReporter[] = []): readonly AskedReporter[] {
  const [name = '', ...rest] = text.split('=');
  const file = rest.length === 0 ? undefined : rest.join('=');
  if (!isReporterName(name)) throw new InvalidArgumentError(`Reporters are ${names.join(', ')}.`);
  if (file === '') throw new InvalidArgumentError('A file must follow the equals sign.');
  if (name === 'github' && file !== undefined)
    throw new InvalidArgumentError('github writes to the log and the summary of the job, and takes no file.');
  return [...earlier, { name, file }];
}

function isReporterName(name: string): name is ReporterName {
  return names.includes(name);
}
