import { bundled } from '../src/specification/bundled.ts';
import type { Proof, Subjects } from './proof.ts';
import type { TrialResult } from './trial.ts';

/** Words for each kind of subject: the heading for those judged correctly, and the words for one that was not. */
const words: Readonly<Record<keyof Subjects, readonly [title: string, mistake: string]>> = {
  faults: ['faults caught', 'fault not caught'],
  variants: ['variants passed', 'variant failed'],
  singleFieldFaults: ['single-field faults caught', 'single-field fault not caught'],
  rightValues: ['right values passed', 'right value failed'],
};

/** Faults or variants of one kind: `title` for those judged correctly, `mistake` for one that was not. */
interface Column {
  readonly title: string;
  readonly mistake: string;
  readonly of: readonly TrialResult[];
}

/**
 * The result as text: how many faults were caught and variants passed, by requirement and by table of the
 * documents, and each mistake.
 */
export function proofText(proof: Proof): string {
  const columnsOf = (...kinds: readonly (keyof Subjects)[]): Column[] =>
    kinds
      .map((kind) => ({ title: words[kind][0], mistake: words[kind][1], of: proof[kind] }))
      .filter(({ of }) => of.length > 0);
  const byRequirement = columnsOf('faults', 'variants');
  const byCatalogue = columnsOf('singleFieldFaults', 'rightValues');
  const columns = [...byRequirement, ...byCatalogue];
  const tables = new Set(byCatalogue.flatMap(({ of }) => of.map(({ row }) => row)));
  return [
    ...tableOf(
      'requirement',
      bundled.requirements.map(({ id }) => id),
      byRequirement,
    ),
    ...tableOf('table of the documents', [...tables], byCatalogue),
    ...columns.flatMap(mistakesIn),
    `${columns.map(({ title, of }) => `${shareOf(of)} ${title}`).join(', ')}.\n`,
  ].join('\n\n');
}

function tableOf(head: string, rows: readonly string[], columns: readonly Column[]): string[] {
  if (columns.length === 0) return [];
  const lines = rows
    .map((row) => [row, ...columns.map(({ of }) => cellOf(of.filter((tried) => tried.row === row)))])
    .filter(([, ...cells]) => cells.some((cell) => cell !== ''));
  const table = [
    [head, ...columns.map(({ title }) => title)],
    ...lines,
    ['all', ...columns.map(({ of }) => cellOf(of))],
  ];
  const widthOf = (place: number): number => Math.max(...table.map((cells) => cells[place]?.length ?? 0));
  const written = table.map(([name = '', ...cells]) =>
    [name.padEnd(widthOf(0)), ...cells.map((cell, place) => cell.padStart(widthOf(place + 1)))]
      .join('  ')
      .trimEnd(),
  );
  return [written.join('\n')];
}

function cellOf(tried: readonly TrialResult[]): string {
  return tried.length === 0 ? '' : shareOf(tried);
}

function shareOf(tried: readonly TrialResult[]): string {
  return `${tried.filter(({ wrong }) => wrong === undefined).length} of ${tried.length}`;
}

function mistakesIn({ mistake, of }: Column): string[] {
  return of.flatMap(({ name, wrong }) => (wrong === undefined ? [] : [`✗ ${mistake}: ${name}\n  ${wrong}`]));
}
