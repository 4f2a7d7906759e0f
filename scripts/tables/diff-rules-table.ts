import { type PartRule, partRules } from '../../src/regression/descriptions/rules.ts';

const meanings: Readonly<Record<PartRule, string>> = {
  'operation-added': 'An operation is described that was not.',
  'operation-removed': 'An operation is not described any more.',
  'webhook-added': 'A webhook is described that was not.',
  'webhook-removed': 'A webhook is not described any more.',
  'security-narrowed': 'Credentials that sufficed do not suffice any more.',
  'security-widened': 'Other credentials suffice, too.',
  'security-changed': 'Other credentials suffice, and some do not any more.',
  'parameter-added': 'An optional parameter is described that was not.',
  'parameter-added-required': 'A required parameter is described that was not.',
  'parameter-removed': 'A parameter is not described any more.',
  'parameter-required': 'An optional parameter is required now.',
  'parameter-optional': 'A required parameter is optional now.',
  'parameter-style-changed': 'The `style`, `explode` or media type of a parameter changed.',
  'request-body-added': 'An optional body is described that was not.',
  'request-body-added-required': 'A required body is described that was not.',
  'request-body-removed': 'A body is not described any more.',
  'request-body-required': 'An optional body is required now.',
  'request-body-optional': 'A required body is optional now.',
  'request-media-type-added': 'A body may be sent as another media type, too.',
  'request-media-type-removed': 'A body may not be sent as a media type any more.',
  'response-media-type-added': 'A body may be answered as another media type, too.',
  'response-media-type-removed': 'A body may not be answered as a media type any more.',
  'response-added': 'A status is described that was not.',
  'response-removed': 'A status is not described any more.',
  'header-added': 'An optional header of a response is described that was not.',
  'header-added-required': 'A required header of a response is described that was not.',
  'header-removed': 'A header of a response is not described any more.',
  'header-required': 'An optional header of a response is required now.',
  'header-optional': 'A required header of a response is optional now.',
  'flows-changed': 'The OAuth flows or their URLs changed. They are not compared further.',
  'callbacks-changed': 'The callbacks changed. They are not compared further.',
  'servers-changed': 'The servers changed. They are not compared further.',
  'encoding-changed': 'The encoding of a form changed. It is not compared further.',
  'allowReserved-changed': 'Whether a parameter may have reserved characters changed.',
  'allowEmptyValue-changed': 'Whether a parameter may be empty changed.',
  'explode-changed': 'The serialisation of a header changed.',
  'version-changed': 'A served description is of another version. `check` reports it, `diff` does not.',
};

const schemaChanges = [
  ['narrowed', 'fewer values are allowed'],
  ['widened', 'more values are allowed'],
  [
    'changed',
    'some values are allowed now, and others are not any more; or the keyword, such as `default`, allows and refuses none',
  ],
  ['added', 'a member is described that was not (`properties` alone)'],
  ['removed', 'a member is not described any more (`properties` alone)'],
] as const;

export function diffRulesTable(): string {
  const rows = Object.values(partRules)
    .flat()
    .map((rule) => `| \`${rule}\` | ${meanings[rule]} |`);
  return `# The kinds of changes

Each difference that \`case-conformance diff\` reports has a \`rule\`: the kind of the change. A rule keeps its name in later
versions. What a change means for consumers and for providers is not part of the rule, since it may depend on the rest of the
description. \`npm run tables\` writes this page.

## Of operations and their parts

| rule | what happened |
|---|---|
${rows.join('\n')}

## Of schemas

The rule of a change of a schema has three parts, such as \`response-enum-widened\`. The first is \`request\`, for bodies and
parameters, or \`response\`, for bodies and headers. The second is [a keyword](diff-keywords.md). The third is one of these:

| | |
|---|---|
${schemaChanges.map(([change, meaning]) => `| \`${change}\` | ${meaning} |`).join('\n')}
`;
}
