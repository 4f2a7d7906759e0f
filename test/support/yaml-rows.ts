import { readFileSync } from 'node:fs';
import { fromYaml } from '../../src/schema/yaml.ts';

/** @throws if the file or one of its chapters has no rows, since no test would fail for want of them */
export function yamlOf(file: URL): unknown {
  const whole = fromYaml(readFileSync(file, 'utf8'));
  const chapters: unknown[] = Object.values(Object(whole));
  if ([whole, ...chapters].some((rows) => Object.keys(Object(rows)).length === 0))
    throw new Error(`${file} has no rows, or none in a chapter.`);
  return whole;
}

/** @throws if there is no such chapter, as where its name is mistyped */
export function chapterOf<Chapter>(chapters: Readonly<Record<string, Chapter>>, name: string): Chapter {
  const chapter = chapters[name];
  if (chapter === undefined) throw new Error(`There is no '${name}' beside ${Object.keys(chapters)}.`);
  return chapter;
}

/** The rows of a table in YAML: each has its name, and then its values. */
export function rowsIn<Values extends readonly unknown[]>(
  file: URL,
  chapter?: string,
): (readonly [name: string, ...Values])[] {
  const whole = yamlOf(file) as Readonly<Record<string, unknown>>;
  const rows = chapter === undefined ? whole : chapterOf(whole, chapter);
  return Object.entries(rows as Readonly<Record<string, Values>>).map(([name, values]) => [name, ...values]);
}
