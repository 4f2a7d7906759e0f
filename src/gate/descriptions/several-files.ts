import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, posix } from 'node:path';
import { named } from '../../report/quoted.ts';
import { isObject, type JsonObject } from '../../schema/json.ts';
import { memoised } from '../../schema/memoised.ts';
import { childPointer, memberOf, pointerTokens, valueAt } from '../../schema/pointer.ts';
import { pointerOf } from '../../schema/references.ts';
import { type Part, withParts } from '../../specification/parts.ts';
import { Failure } from '../failure.ts';
import { documentIn } from './document-text.ts';
import { isOfRevision, type SourceText } from './source-text.ts';

export interface JoinedFiles {
  readonly document: JsonObject;
  /**
   * The file and pointer from which each component was copied, by the pointer of the component. Does not contain the
   * document's own components.
   */
  readonly origins: ReadonlyMap<string, Origin>;
}

interface Origin {
  readonly file: string;
  readonly text: SourceText;
  readonly pointer: string;
}

const componentSections: Readonly<Partial<Record<Part, string>>> = {
  schema: 'schemas',
  response: 'responses',
  parameter: 'parameters',
  'request-body': 'requestBodies',
  header: 'headers',
  callback: 'callbacks',
  'path-item': 'pathItems',
  leaf: 'examples',
};

const maxFiles = 1_000;

/**
 * Copies the parts of other files that references lead to into the components of the document. References of an
 * unsupported kind stay as they are.
 * @param source - the document's own path or URL, the base of its relative references
 * @param textOf - reads another file
 * @throws {Failure} if a file cannot be read, or does not have what a reference names
 */
export async function joinedFiles(
  source: string,
  document: JsonObject,
  textOf: (source: string) => Promise<SourceText>,
): Promise<JoinedFiles> {
  const root = fileAt(source, '') ?? source;
  const references = referencesFrom(root, document);
  let joined = references.rewritten(document, root);
  if (references.found.length === 0) return { document, origins: new Map() };
  const origins = new Map<string, Origin>();
  let files = 0;
  const fileOf = memoised(async (file: string) => {
    files += 1;
    if (files > maxFiles)
      throw new Failure('DESCRIPTION_WRONG', `${named(source)} refers to more than ${maxFiles} files.`);
    const text = await textOf(file);
    return { text, value: documentIn(text) };
  });
  for (const { section, name, file, pointer } of references.found) {
    const { text, value } = await fileOf(file);
    const part = valueAt(value, pointer);
    if (part === undefined)
      throw new Failure(
        'DESCRIPTION_WRONG',
        `${named(file)} has nothing at ${named(pointer)}, where a reference leads.`,
      );
    const { components } = references.rewritten({ components: { [section]: { [name]: part } } }, file);
    joined = withComponent(joined, section, name, valueAt(components, childPointer(`/${section}`, name)));
    origins.set(childPointer(`/components/${section}`, name), { file, text, pointer });
  }
  return { document: joined, origins };
}

/**
 * Whether the target of a discriminator is a reference. The name of a schema may contain dots, as the name of a file
 * does.
 */
function isReference(document: JsonObject, target: unknown): target is string {
  if (typeof target !== 'string') return false;
  const schemas = valueAt(document, '/components/schemas');
  return /[/#]/.test(target) || (target.includes('.') && memberOf(schemas, target) === undefined);
}

/**
 * The file and pointer where a part of the joined document was written; undefined if it is in the first file.
 */
export function originOf(origins: JoinedFiles['origins'], pointer: string): Origin | undefined {
  const component = pointerTokens(pointer).slice(0, 3).reduce(childPointer, '');
  const origin = origins.get(component);
  return origin && { ...origin, pointer: `${origin.pointer}${pointer.slice(component.length)}` };
}

interface Target {
  readonly section: string;
  readonly name: string;
  readonly file: string;
  readonly pointer: string;
}

function referencesFrom(root: string, document: JsonObject) {
  const found: Target[] = [];
  /** A free name for a component: the last part of `way`, with the parts before as prefixes until the name is free. */
  const nameFor = (section: string, way: readonly string[]): string => {
    const isTaken = (name: string): boolean =>
      valueAt(document, childPointer(`/components/${section}`, name)) !== undefined ||
      found.some((one) => one.section === section && one.name === name);
    let name = way.at(-1) ?? '';
    for (const before of way.slice(0, -1).toReversed()) if (isTaken(name)) name = `${before}_${name}`;
    while (isTaken(name)) name = `_${name}`;
    return name;
  };
  /**
   * The reference to a copied part in the joined document.
   * @param alias - the name of a component that consists only of this reference; the copied part gets this name
   */
  const internal = (part: Part, $ref: string, file: string, alias?: string): string => {
    if (file === root && $ref.startsWith('#')) return $ref;
    const [path = '', fragment = ''] = $ref.split('#');
    const target = fileAt(file, path);
    const section = componentSections[part];
    const pointer = pointerOf(`#${fragment}`);
    if (target === undefined || section === undefined || !/^(\/|$)/.test(pointer)) return $ref;
    if (target === root) return `#${fragment}`;
    const known = found.find(
      (one) => one.section === section && one.file === target && one.pointer === pointer,
    );
    const way = [...target.replace(/\.\w+$/, '').split(/[/\\]/), ...pointerTokens(pointer)].map((one) =>
      one.replaceAll(/[^\w.-]/g, '_'),
    );
    const name = known?.name ?? alias ?? nameFor(section, way);
    if (known === undefined) found.push({ section, name, file: target, pointer });
    return `#/components/${section}/${name}`;
  };
  for (const [part, section] of Object.entries(componentSections) as [Part, string][]) {
    const components = valueAt(document, `/components/${section}`);
    for (const [name, value] of Object.entries(isObject(components) ? components : {}))
      if (isObject(value) && typeof value.$ref === 'string' && Object.keys(value).length === 1)
        internal(part, value.$ref, root, name);
  }
  const rewritten = (one: JsonObject, file: string): JsonObject =>
    withParts(one, (part, value) => {
      const { $ref, discriminator } = value;
      const led = typeof $ref === 'string' ? { ...value, $ref: internal(part, $ref, file) } : value;
      if (!isObject(discriminator) || !isObject(discriminator.mapping)) return led;
      const mapping = Object.entries(discriminator.mapping).map(([name, target]) => {
        return [name, isReference(document, target) ? internal('schema', target, file) : target] as const;
      });
      return { ...led, discriminator: { ...discriminator, mapping: Object.fromEntries(mapping) } };
    });
  return { rewritten, found };
}

/** The path or URL of a referenced file. Undefined if the file is on another host or has another scheme. */
function fileAt(base: string, path: string): string | undefined {
  if (/^https?:/i.test(base)) {
    if (!URL.canParse(path, base)) return undefined;
    const url = new URL(path, base);
    return url.origin === new URL(base).origin ? url.href : undefined;
  }
  if (base === '-' || base.startsWith('@') || /^([a-z][a-z0-9+.-]+:|\/\/)/i.test(path)) return undefined;
  const file = path === '' ? basename(base) : pointerOf(`#${path}`);
  if (!isOfRevision(base) || existsSync(base)) return isAbsolute(file) ? file : join(dirname(base), file);
  const [revision = '', own = ''] = base.split(/:(.*)/s);
  const joined = posix.join(posix.dirname(own), file);
  // Git resolves a path without a leading dot from the top of the repository.
  return `${revision}:${own.startsWith('.') && !joined.startsWith('.') ? './' : ''}${joined}`;
}

function withComponent(document: JsonObject, section: string, name: string, value: unknown): JsonObject {
  const components = isObject(document.components) ? document.components : {};
  const held = isObject(components[section]) ? components[section] : {};
  return { ...document, components: { ...components, [section]: { ...held, [name]: value } } };
}
