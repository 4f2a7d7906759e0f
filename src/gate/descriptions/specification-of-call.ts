import { printable } from '../../report/printable.ts';
import { named } from '../../report/quoted.ts';
import { toYaml } from '../../schema/yaml.ts';
import { bundled } from '../../specification/bundled.ts';
import { DescriptionError } from '../../specification/description.ts';
import { openSpecification } from '../../specification/open.ts';
import type { Specification } from '../../specification/specification.ts';
import { Failure } from '../failure.ts';
import { overlaid } from './overlay.ts';
import { describedIn, readDescription } from './read-description.ts';
import { type SourceOptions, sourceText } from './source-text.ts';

export interface SpecificationOptions extends SourceOptions {
  /** The description: a file, an http(s) URL or `-`. Default: the bundled description, also named `@2.0`. */
  readonly spec?: string | undefined;
  /** An OpenAPI Overlay 1.0 or 1.1 to apply to the description: a file, an http(s) URL or `-`. */
  readonly overlay?: string | undefined;
}

export async function selectedDescription(options: SpecificationOptions) {
  const { spec = `@${bundled.description.info.version}`, overlay } = options;
  const read = await readDescription(spec, options);
  if (overlay === undefined) return { ...read, isBundled: spec.startsWith('@') };
  const document = overlaid(read.document, await sourceText(overlay, options));
  const source = { name: `${read.name} with ${named(overlay)}`, text: toYaml(document) };
  return { ...source, ...describedIn(source, document), isBundled: false };
}

export async function selectedSpecification(options: SpecificationOptions): Promise<Specification> {
  const { name, text, document, description, isBundled } = await selectedDescription(options);
  if (isBundled) return bundled;
  try {
    return openSpecification(description, { text, served: document });
  } catch (cause) {
    if (!(cause instanceof DescriptionError)) throw cause;
    throw new Failure(cause.code, `${printable(name)} cannot be used: ${cause.message}`, { cause });
  }
}
