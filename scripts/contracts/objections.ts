import { memberOf } from '../../src/schema/pointer.ts';
import { bundled } from '../../src/specification/bundled.ts';
import type { PactFile, PactInteraction, PactMessage } from './pact-file.ts';

/**
 * Mistakes in a pact that Pact's verifiers would not report. They would check less, or demand more, than the author
 * intended.
 */
export function objectionsTo({ interactions }: PactFile): string[] {
  return interactions.flatMap((interaction) =>
    [
      ...objectionsToReferences(interaction),
      ...objectionsToStates(interaction),
      ...[interaction.request, interaction.response].flatMap((message) => [
        ...objectionsToPatterns(message),
        ...objectionsToHeaders(message),
      ]),
      ...objectionsToLists(interaction.response),
    ].map((objection) => `${interaction.description}: ${objection}`),
  );
}

/** Each interaction must cite the requirements that it tests, with their sources. */
function objectionsToReferences({ comments }: PactInteraction): string[] {
  const cited = Object.entries(comments?.references?.requirement ?? {});
  if (cited.length === 0) return ['it cites no requirement'];
  return cited
    .filter(([id, source]) => !bundled.requirements.some((row) => row.id === id && row.source === source))
    .map(([id]) => `the register has no row '${id}' of that source`);
}

/**
 * An expression such as `${caseId}` must be a parameter of a state. If it were not, a provider whose state endpoint
 * returns no values would be asked for another identifier.
 */
function objectionsToStates({ request, providerStates = [] }: PactInteraction): string[] {
  const given = new Set(providerStates.flatMap(({ params = {} }) => Object.keys(params)));
  return membersNamed(request.generators, 'expression')
    .flatMap((expression) => [...String(expression).matchAll(/\$\{([^}]*)\}/g)])
    .filter(([, name = '']) => !given.has(name))
    .map(([, name]) => `no state gives the parameter '${name}'`);
}

/** A pattern must match the whole value (`^…$`), since some verifiers search for it anywhere in the value. */
function objectionsToPatterns({ matchingRules }: PactMessage): string[] {
  return membersNamed(matchingRules, 'regex')
    .filter((pattern) => !isOfWholeValue(String(pattern)))
    .map((pattern) => `the pattern ${pattern} is not of a whole value`);
}

function isOfWholeValue(pattern: string): boolean {
  if (!pattern.startsWith('^') || !/(^|[^\\])(\\\\)*\$$/.test(pattern)) return false;
  // In `^a|b$`, `^` belongs only to the first alternative and `$` only to the second. So `|` is permitted only within
  // parentheses.
  let rest = pattern.replaceAll(/\\./g, '').replaceAll(/\[[^\]]*\]/g, '');
  for (let inner = ''; inner !== rest; ) {
    inner = rest;
    rest = rest.replaceAll(/\([^()]*\)/g, '');
  }
  return !rest.includes('|');
}

/** Header names must be written in one way: Pact treats names that differ only in case as different headers. */
function objectionsToHeaders({ headers = {} }: PactMessage): string[] {
  return Object.keys(headers)
    .filter((name) => !/^[A-Z][a-z]*(-[A-Z][a-z]*)*$/.test(name))
    .map((name) => `the header ${name} is not written like Content-Type`);
}

/**
 * A list must have a matcher with `min`, since without one its length must equal that of the example. The example must
 * not be empty, since Pact would then compare no element.
 */
function objectionsToLists({ body, matchingRules }: PactMessage): string[] {
  const rules = memberOf(matchingRules, 'body');
  return [...listsIn(body?.content, '$')].flatMap(([path, list]) => [
    ...(list.length === 0 ? [`the list at ${path} is empty`] : []),
    ...(membersNamed(memberOf(rules, path), 'min').includes(0)
      ? []
      : [`the list at ${path} must have a certain length`]),
  ]);
}

function* listsIn(value: unknown, path: string): Iterable<readonly [string, readonly unknown[]]> {
  if (Array.isArray(value)) {
    yield [path, value];
    for (const element of value) yield* listsIn(element, `${path}[*]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) yield* listsIn(member, `${path}.${name}`);
  }
}

function membersNamed(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === name ? [member] : membersNamed(member, name),
  );
}
