import { memberOf } from '../../src/schema/pointer.ts';
import { bundled } from '../../src/specification/bundled.ts';
import type { PactFile, PactInteraction, PactMessage } from './pact-file.ts';

/** What a pact must not hold, since Pact would quietly hold nobody to it, or to more than it seems. */
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

/** An interaction says which statements of the documents it relies on. */
function objectionsToReferences({ comments }: PactInteraction): string[] {
  const cited = Object.entries(comments?.references?.requirement ?? {});
  if (cited.length === 0) return ['it cites no requirement'];
  return cited
    .filter(([id, source]) => !bundled.requirements.some((row) => row.id === id && row.source === source))
    .map(([id]) => `the register has no row '${id}' of that source`);
}

/** A provider that sets up the states as they are, and answers with no values, is asked for the same. */
function objectionsToStates({ request, providerStates = [] }: PactInteraction): string[] {
  const given = new Set(providerStates.flatMap(({ params = {} }) => Object.keys(params)));
  return membersNamed(request.generators, 'expression')
    .flatMap((expression) => [...String(expression).matchAll(/\$\{([^}]*)\}/g)])
    .filter(([, name = '']) => !given.has(name))
    .map(([, name]) => `no state gives the parameter '${name}'`);
}

/** Some verifiers look for a pattern anywhere in a value. */
function objectionsToPatterns({ matchingRules }: PactMessage): string[] {
  return membersNamed(matchingRules, 'regex')
    .filter((pattern) => !isOfWholeValue(String(pattern)))
    .map((pattern) => `the pattern ${pattern} is not of a whole value`);
}

function isOfWholeValue(pattern: string): boolean {
  if (!pattern.startsWith('^') || !/(^|[^\\])(\\\\)*\$$/.test(pattern)) return false;
  // An alternative outside of parentheses would have an end of its own.
  let rest = pattern.replaceAll(/\\./g, '').replaceAll(/\[[^\]]*\]/g, '');
  for (let inner = ''; inner !== rest; ) {
    inner = rest;
    rest = rest.replaceAll(/\([^()]*\)/g, '');
  }
  return !rest.includes('|');
}

/** Pact takes two headers whose names differ in case for two. */
function objectionsToHeaders({ headers = {} }: PactMessage): string[] {
  return Object.keys(headers)
    .filter((name) => !/^[A-Z][a-z]*(-[A-Z][a-z]*)*$/.test(name))
    .map((name) => `the header ${name} is not written like Content-Type`);
}

/** Without a rule of its own a list must be just as long; and of an empty example Pact looks at no element. */
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

/** Every member of that name, at any depth. */
function membersNamed(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === name ? [member] : membersNamed(member, name),
  );
}
