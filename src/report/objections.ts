import type { Objection } from '../acceptance/objections.ts';
import { alike, inOneSentence } from './alike-remedies.ts';
import type { Report } from './report.ts';

/** An objection as shown to the user. */
interface ToldObjection {
  readonly kind: Objection['kind'];
  readonly message: string;
}

/** The objections to a run. Checks that are inconclusive for the same reason share one entry with their number. */
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
    // The whole group is reported at the place of its first objection.
    if (place !== 0) return [];
    return [{ kind: one.kind, message: `${group.length} checks are inconclusive. ${inOneSentence(group)}` }];
  });
}
