import type { Objection } from '../acceptance/objections.ts';
import { alike, inOneSentence } from './alike-remedies.ts';
import type { Report } from './report.ts';

/** What stands against a run, as a person is told it. */
interface ToldObjection {
  readonly kind: Objection['kind'];
  readonly message: string;
}

/** What stands against a run: checks that are inconclusive for one cause are told once, with how many there are. */
export function objectionsByCause({
  objections,
  results,
}: Pick<Report, 'objections' | 'results'>): ToldObjection[] {
  const remedies = new Map(results.map(({ id, remedies: [first] }) => [id, first?.remedy]));
  const undecided = objections.flatMap((one) => {
    const remedy = one.kind === 'inconclusive' ? remedies.get(one.check) : undefined;
    return remedy === undefined ? [] : [{ one, remedy }];
  });
  const groups = new Map(
    alike(undecided).flatMap((group) => group.map(({ one }, place) => [one, { group, place }] as const)),
  );
  return objections.flatMap((one): ToldObjection[] => {
    const { group = [], place } = groups.get(one) ?? {};
    if (group.length < 2) return [one];
    // All of a cause are told in the place of the first.
    if (place !== 0) return [];
    return [{ kind: one.kind, message: `${group.length} checks are inconclusive. ${inOneSentence(group)}` }];
  });
}
