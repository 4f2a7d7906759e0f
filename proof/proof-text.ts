import { bundled } from '../src/specification/bundled.ts';
import type { Proof } from './proof.ts';
import type { Tried } from './trial.ts';

/** A column of a table: subjects, and the words for those that were judged correctly. */
interface Column {
  readonly title: string;
  readonly of: readonly Tried[];
}

/** The table of correct judgements by requirement. */
export function tableByRequirement(...columns: readonly Column[]): string {
  const rows = bundled.requirements.map(({ id }) => id);
  return tableOf('requirement', rows, columns);
}

/** The table of correct judgements by the table of the documents that lists the field. */
export function tableByCatalogue(...columns: readonly Column[]): string {
  const rows = new Set(columns.flatMap(({ of }) => of.map(({ row }) => row)));
  return tableOf('table of the documents', [...rows], columns);
}

/** The share of correct judgements, such as "3 of 4". */
function shareOf(tried: readonly Tried[]): string {
  return `${tried.filter(({ wrong }) => wrong === undefined).length} of ${tried.length}`;
}

function tableOf(head: string, rows: readonly string[], columns: readonly Column[]): string {
  const lines = rows
    .map((row) => [row, ...columns.map(({ of }) => cellOf(of.filter((tried) => tried.row === row)))])
    .filter(([, ...cells]) => cells.some((cell) => cell !== ''));
  const table = [
    [head, ...columns.map(({ title }) => title)],
    ...lines,
    ['all', ...columns.map(({ of }) => cellOf(of))],
  ];
  const widthOf = (place: number): number => Math.max(...table.map((cells) => cells[place]?.length ?? 0));
  return table
    .map(([name = '', ...cells]) =>
      [name.padEnd(widthOf(0)), ...cells.map((cell, place) => cell.padStart(widthOf(place + 1)))]
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cellOf(tried: readonly Tried[]): string {
  return tried.length === 0 ? '' : shareOf(tried);
}

/** Subjects of one kind, and the words for one that was judged wrongly. */
interface Group extends Column {
  readonly mistake: string;
}

/** How many faults were caught and variants passed, by requirement and by table of the documents, and each mistake. */
export function proofText({ faults, variants, singleFieldFaults, rightValues }: Proof): string {
  const ofRequirements = tried([
    { title: 'faults caught', mistake: 'fault not caught', of: faults },
    { title: 'variants passed', mistake: 'variant failed', of: variants },
  ]);
  const ofCatalogue = tried([
    { title: 'single-field faults caught', mistake: 'single-field fault not caught', of: singleFieldFaults },
    { title: 'right values passed', mistake: 'right value failed', of: rightValues },
  ]);
  const groups = [...ofRequirements, ...ofCatalogue];
  return [
    ...(ofRequirements.length > 0 ? [tableByRequirement(...ofRequirements)] : []),
    ...(ofCatalogue.length > 0 ? [tableByCatalogue(...ofCatalogue)] : []),
    ...groups.flatMap(mistakesIn),
    `${groups.map(({ title, of }) => `${shareOf(of)} ${title}`).join(', ')}.\n`,
  ].join('\n\n');
}

function tried(groups: readonly Group[]): Group[] {
  return groups.filter(({ of }) => of.length > 0);
}

function mistakesIn({ mistake, of }: Group): string[] {
  return of.flatMap(({ name, wrong }) => (wrong === undefined ? [] : [`✗ ${mistake}: ${name}\n  ${wrong}`]));
}
