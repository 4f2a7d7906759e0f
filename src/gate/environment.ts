import { looksSecret } from '../report/quoted.ts';
/** Environment variables, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable of that name, if it is set; `toString` is not, though every object has one. */
export function variableNamed(name: string, environment: Environment): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}

/**
 * What of the environment no message may show: what its name or its form tells to be a secret. A path is none, though it may
 * lead to one.
 */
export function secretsIn(environment: Environment): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) =>
    !value.includes('/') && (secretName.test(name) || looksSecret(value)) ? [value] : [],
  );
}

const secretName = /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|^CASE_API/i;

/** How to speak of a variable: what does not look like a name of one may be a token in the wrong place. */
export function variableInWords(name: string): string {
  const isName = /^([A-Z_][A-Z0-9_]{0,60}|[A-Za-z_]\w{0,23})$/.test(name) && !looksSecret(name);
  return isName ? `the environment variable ${name}` : 'an environment variable by what looks like no name';
}
