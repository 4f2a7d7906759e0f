import { bundled } from '../src/specification/bundled.ts';
import type { SubjectKind, TrialResult } from './trial.ts';

/**
 * Words for the number of subjects with the right result (`right`), and for one subject with a wrong result (`wrong`).
 */
const words: Readonly<Record<SubjectKind, { readonly right: string; readonly wrong: string }>> = {
  fault: { right: 'faults caught', wrong: 'fault not caught' },
  variant: { right: 'variants passed', wrong: 'variant failed' },
  'single-field fault': { right: 'single-field faults caught', wrong: 'single-field fault not caught' },
  'right value': { right: 'right values passed', wrong: 'right value failed' },
};

/**
 * The result as text: the numbers of caught faults and passed variants, by requirement and by table of the documents,
 * and each mistake.
 */
export function proofText(proof: readonly TrialResult[]): string {
  const byKind = Map.groupBy(proof, ({ kind }) => kind);
  const triedOf = (kind: SubjectKind): readonly TrialResult[] => byKind.get(kind) ?? [];
  const kinds = (Object.keys(words) as SubjectKind[]).filter((kind) => byKind.has(kind));
  const tableOf = (head: string, rows: readonly string[], columns: readonly SubjectKind[]): string[] => {
    const shown = columns.filter((kind) => byKind.has(kind));
    if (shown.length === 0) return [];
    const cellsOf = (isOfRow: (tried: TrialResult) => boolean): string[] =>
      shown.map((kind) => {
        const tried = triedOf(kind).filter(isOfRow);
        return tried.length === 0 ? '' : shareOf(tried);
      });
    const lines = rows
      .map((row) => [row, ...cellsOf((tried) => tried.row === row)])
      .filter(([, ...cells]) => cells.some((cell) => cell !== ''));
    return [
      aligned([[head, ...shown.map((kind) => words[kind].right)], ...lines, ['all', ...cellsOf(() => true)]]),
    ];
  };
  const tables = new Set([...triedOf('single-field fault'), ...triedOf('right value')].map(({ row }) => row));
  return [
    ...tableOf(
      'requirement',
      bundled.requirements.map(({ id }) => id),
      ['fault', 'variant'],
    ),
    ...tableOf('table of the documents', [...tables], ['single-field fault', 'right value']),
    ...kinds.flatMap((kind) => triedOf(kind).flatMap(mistakeIn)),
    `${kinds.map((kind) => `${shareOf(triedOf(kind))} ${words[kind].right}`).join(', ')}.\n`,
  ].join('\n\n');
}

function aligned(table: readonly (readonly string[])[]): string {
  const widthOf = (place: number): number => Math.max(...table.map((cells) => cells[place]?.length ?? 0));
  return table
    .map(([name = '', ...cells]) =>
      [name.padEnd(widthOf(0)), ...cells.map((cell, place) => cell.padStart(widthOf(place + 1)))]
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function shareOf(tried: readonly TrialResult[]): string {
  return `${tried.filter(({ wrong }) => wrong === undefined).length} of ${tried.length}`;
}

function mistakeIn({ kind, name, wrong }: TrialResult): string[] {
  return wrong === undefined ? [] : [`✗ ${words[kind].wrong}: ${name}\n  ${wrong}`];
}
