import { looksSecret } from '../report/quoted.ts';
/** Environment variables, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable of that name, if it is set; `toString` is not, though every object has one. */
export function variableNamed(name: string, environment: Environment): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}

/** How to speak of a variable: what does not look like a name of one may be a token in the wrong place. */
export function variableInWords(name: string): string {
  const isName = /^([A-Z_][A-Z0-9_]{0,60}|[A-Za-z_]\w{0,23})$/.test(name) && !looksSecret(name);
  return isName ? `the environment variable ${name}` : 'an environment variable by what looks like no name';
}
