import { existsSync, readFileSync } from 'node:fs';

/** A mutant as Stryker reports it. */
export interface Mutant {
  readonly mutatorName: string;
  readonly status:
    | 'Killed'
    | 'Timeout'
    | 'Survived'
    | 'NoCoverage'
    | 'Ignored'
    | 'RuntimeError'
    | 'CompileError';
  readonly statusReason?: string;
  readonly replacement?: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** A file of the source, and its mutants. */
export interface MutatedFile {
  /** Below `src`. */
  readonly name: string;
  readonly source: string;
  readonly mutants: readonly Mutant[];
}

/** What Stryker reported of a folder; nothing where it was never mutated. */
export function reportOf(folder: string): MutatedFile[] {
  const file = `reports/mutation/${folder}.json`;
  if (!existsSync(file)) return [];
  const { files } = JSON.parse(readFileSync(file, 'utf8')) as {
    files: Readonly<Record<string, Omit<MutatedFile, 'name'>>>;
  };
  return Object.entries(files)
    .map(([path, { source, mutants }]) => ({ name: path.replace(/^src\//, ''), source, mutants }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** What a mutant stands in the place of, and what it is, each as one line. */
export function changeOf({ source }: MutatedFile, { location, replacement = '' }: Mutant): [string, string] {
  const { start, end } = location;
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  // From behind, since both may be on one line.
  const cut = lines
    .map((line, index) => (index === last ? line.slice(0, end.column - 1) : line))
    .map((line, index) => (index === 0 ? line.slice(start.column - 1) : line));
  return [oneLine(cut.join(' ')), oneLine(replacement)];
}

/** The line that a mutant begins in. */
export function lineOf({ source }: MutatedFile, { location }: Mutant): string {
  return oneLine(source.split('\n')[location.start.line - 1] ?? '');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
