import type { Position } from '../../report/diff/report.ts';
import { quoted, quotedJson } from '../../report/quoted.ts';
import { isObject, type JsonObject } from '../../schema/json.ts';
import { memberOf, valueAt } from '../../schema/pointer.ts';
import { pointerOf } from '../../schema/references.ts';
import { toYaml } from '../../schema/yaml.ts';
import { bundled } from '../../specification/bundled.ts';
import type { Description } from '../../specification/description.ts';
import { type Part, visitParts } from '../../specification/parts.ts';
import { upgraded } from '../../specification/upgrade.ts';
import { typeInWords } from '../../validation/words.ts';
import { documentIn, positionIn, type Refuse, refuseOf } from './document-text.ts';
import { type JoinedFiles, joinedFiles, originOf } from './several-files.ts';
import { type SourceOptions, type SourceText, sourceText } from './source-text.ts';

export interface ReadDescription extends SourceText {
  readonly document: JsonObject;
  /** The document upgraded to OpenAPI 3.1. All references are internal and resolvable. */
  readonly description: Description;
  readonly positionOf: (pointer: string) => Position | undefined;
}

/**
 * Reads an OpenAPI 3.0, 3.1 or 3.2 description in JSON or YAML from a file, an http(s) URL, the standard
 * input (`-`), or the package (`@2.0`).
 * @throws {Failure} `DESCRIPTION_NOT_READABLE` or `NAME_UNKNOWN` if the source does not exist,
 *   `DESCRIPTION_NOT_PARSED` if it is neither JSON nor YAML, `DESCRIPTION_WRONG` if it is not a usable
 *   description
 */
export async function readDescription(source: string, options: SourceOptions = {}): Promise<ReadDescription> {
  const read = await sourceText(source, options);
  // The bundled description is already parsed and valid. As `@2.0` it has no positions, since nobody edits it.
  if (read.text === bundled.text) {
    const { description } = bundled;
    const positionOf = source.startsWith('@') ? () => undefined : positionFrom(source, read, new Map());
    return { ...read, document: { ...description }, description, positionOf };
  }
  const parsed = documentIn(read);
  const { document, origins } = isObject(parsed)
    ? await joinedFiles(source, parsed, (file) => sourceText(file, options))
    : { document: parsed, origins: new Map() };
  return {
    ...read,
    ...(origins.size === 0 ? {} : { text: toYaml(document) }),
    ...describedIn(read, document),
    positionOf: positionFrom(source === '-' ? source : read.name, read, origins),
  };
}

function positionFrom(
  file: string,
  text: SourceText,
  origins: JoinedFiles['origins'],
): ReadDescription['positionOf'] {
  return (whole) => {
    const { pointer, ...origin } = originOf(origins, whole) ?? { file, text, pointer: whole };
    return { file: origin.file, ...positionIn(origin.text, pointer) };
  };
}

export function describedIn(source: SourceText, document: unknown) {
  const refuse: Refuse = refuseOf('DESCRIPTION_WRONG', source, 'is not a description that can be used');
  if (!isObject(document)) return refuse('', 'it is not an object. Name an OpenAPI description');
  assertVersion(document, refuse);
  for (const name of ['paths', 'components', 'info'])
    if (document[name] !== undefined && !isObject(document[name]))
      refuse(`/${name}`, `${name} must be an object`);
  const schemas = memberOf(document.components, 'schemas');
  if (schemas !== undefined && !isObject(schemas)) refuse('/components/schemas', 'schemas must be an object');
  assertReferences(document, refuse);
  assertSupported(document, refuse);
  const whole = upgraded(document);
  const components = (whole.components ?? {}) as JsonObject;
  const full = {
    ...whole,
    info: { title: '', version: '', ...(whole.info as object | undefined) },
    paths: whole.paths ?? {},
    components: { ...components, schemas: components.schemas ?? {} },
  };
  return { document, description: full as unknown as Description };
}

function assertVersion({ openapi, swagger, paths }: JsonObject, refuse: Refuse): void {
  if (openapi === undefined && swagger === undefined)
    refuse('', 'it has no openapi. Name a description of OpenAPI 3.0, 3.1 or 3.2');
  const version = String(openapi ?? swagger);
  if (typeof openapi !== 'string' || !/^3\.[0-2]\.\d+/.test(openapi))
    refuse(
      openapi === undefined ? '/swagger' : '/openapi',
      `version ${quoted(version)} is not supported. Use OpenAPI 3.0, 3.1 or 3.2, such as "3.1.0"`,
    );
  if (paths === undefined && openapi.startsWith('3.0.'))
    refuse('', 'it has no paths, which OpenAPI 3.0 asks for');
}

/** Keywords of OpenAPI 3.2 that change which messages are valid. Ignoring them would give wrong verdicts. */
const unsupportedKeywords: Readonly<Partial<Record<Part, readonly string[]>>> = {
  description: ['$self'],
  components: ['mediaTypes'],
  'path-item': ['additionalOperations'],
  'media-type': ['itemSchema', 'itemEncoding', 'prefixEncoding'],
  encoding: ['encoding', 'itemEncoding', 'prefixEncoding'],
};

function assertSupported(document: JsonObject, refuse: Refuse): void {
  if (!String(document.openapi).startsWith('3.2.')) return;
  visitParts(document, (part, value, pointer) => {
    const keyword = unsupportedKeywords[part]?.find((one) => value[one] !== undefined);
    const refuseNew = (place: string, what: string): never =>
      refuse(
        `${pointer}${place}`,
        `${what} of OpenAPI 3.2 is not supported. Leave it out, or name a description of OpenAPI 3.1`,
      );
    if (keyword !== undefined) refuseNew(`/${keyword}`, keyword);
    if (part === 'parameter' && value.in === 'querystring') refuseNew('/in', "the place 'querystring'");
    if (part === 'schema' && memberOf(value.discriminator, 'defaultMapping') !== undefined)
      refuseNew('/discriminator/defaultMapping', 'defaultMapping');
  });
}

function assertReferences(document: JsonObject, refuse: Refuse): void {
  visitParts(document, (_part, value, pointer) => {
    const { $ref } = value;
    if ($ref === undefined) return;
    const why = typeof $ref === 'string' ? objectionTo($ref, document) : 'must be a text';
    if (why === undefined) return;
    refuse(
      `${pointer}/$ref`,
      `the reference ${typeof $ref === 'string' ? quotedJson($ref) : typeInWords($ref)} ${why}`,
    );
  });
}

function objectionTo($ref: string, document: unknown): string | undefined {
  if (!$ref.startsWith('#'))
    return 'leads to another document. Bundle the description into one file first, as redocly bundle does';
  if (!$ref.startsWith('#/')) return "must be a JSON pointer such as '#/components/schemas/Name'";
  return valueAt(document, pointerOf($ref)) === undefined ? 'leads nowhere' : undefined;
}
