import type { Proof } from './proof.ts';
import { type Column, shareOf, tableByCatalogue, tableByRequirement } from './table.ts';

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
