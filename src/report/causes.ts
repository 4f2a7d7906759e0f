import { isNew } from '../acceptance/accepted.ts';
import type { CheckResult, ReportedDeviation, Waived } from '../conformance/result.ts';
import type { OperationId } from '../specification/description.ts';
import { type Evidence, excerpt } from '../trace/evidence.ts';
import { codeOf } from './deviation-code.ts';

/** Everything that deviates from one requirement. */
export interface DeviatingRequirement {
  readonly requirement: string;
  readonly causes: readonly Cause[];
}

/** One thing that is wrong, however many checks and exchanges show it. */
export interface Cause {
  /** What `explain` explains. */
  readonly code: string;
  /** As it was found first. */
  readonly message: string;
  readonly sightings: readonly [Sighting, ...Sighting[]];
}

/** A check and an exchange that show a cause. */
export interface Sighting {
  readonly check: string;
  readonly operation: OperationId;
  /** Whether the lock or baseline knows the check, as its result says. */
  readonly added: CheckResult['added'];
  readonly fingerprint: string;
  /** Where in the answer's body: a JSON pointer. */
  readonly pointer: string;
  /** The exchange by its place among those of the run, and what it shows there. */
  readonly place: number;
  readonly exchange: Evidence | undefined;
  /** The path to the random value that shows it. */
  readonly path: string | undefined;
  /** The smallest value that was found to show it. */
  readonly witness: unknown;
}

/** A known deviation, on the terms on which it is accepted. */
interface WaivedDeviation {
  readonly requirement: string;
  readonly message: string;
  readonly terms: Waived;
}

/** What checks found, and the exchanges that they name. */
export interface Found {
  readonly results: readonly CheckResult[];
  readonly exchanges: readonly Evidence[];
}

/** What deviates, by what it is about: one cause is one thing to mend. */
export function deviatingRequirements({ results, exchanges }: Found): DeviatingRequirement[] {
  return byRequirement(results, exchanges);
}

/** Two findings are one thing to mend if they have one of these in common: what they say, or their fingerprint. */
function namesOf({ requirement, message, fingerprint }: ReportedDeviation): string[] {
  return [JSON.stringify([requirement, message]), fingerprint];
}

/** A finding, and whose it is. */
interface OwnFinding {
  readonly result: CheckResult;
  readonly finding: ReportedDeviation;
}

/** The findings that nothing accepts. */
function byRequirement(
  results: readonly CheckResult[],
  exchanges: readonly Evidence[],
): DeviatingRequirement[] {
  const found = results.flatMap((result) =>
    result.findings.filter(isNew).map((finding) => ({ result, finding })),
  );
  return [...Map.groupBy(found, ({ finding }) => finding.requirement)].map(
    ([requirement, ofRequirement]) => ({
      requirement,
      causes: alike(ofRequirement).map(([first, ...others]) => ({
        code: codeOf(first.finding),
        message: first.finding.message,
        sightings: [sighting(first, exchanges), ...others.map((one) => sighting(one, exchanges))],
      })),
    }),
  );
}

/** The findings of each thing to mend, of which each has one. */
function alike(found: readonly OwnFinding[]): [OwnFinding, ...OwnFinding[]][] {
  const groups = new Map<string, OwnFinding[]>();
  for (const one of found) {
    const names = namesOf(one.finding);
    const known = names.map((name) => groups.get(name)).filter((group) => group !== undefined);
    const [group = [], ...others] = new Set(known);
    const joining = others.flat();
    group.push(one, ...joining);
    for (const name of [...names, ...joining.flatMap(({ finding }) => namesOf(finding))])
      groups.set(name, group);
  }
  return [...new Set(groups.values())] as [OwnFinding, ...OwnFinding[]][];
}

/** What is waived, once for each requirement, message and terms. */
export function waivedDeviations(results: readonly CheckResult[]): WaivedDeviation[] {
  const waived = results
    .flatMap(({ findings }) => findings)
    .flatMap(({ requirement, message, waived: terms }) =>
      terms === undefined ? [] : [{ requirement, message, terms }],
    );
  return [...new Map(waived.map((one) => [JSON.stringify(one), one])).values()];
}

/** How many causes there are. */
export function countCauses(deviating: readonly DeviatingRequirement[]): number {
  return deviating.reduce((sum, { causes }) => sum + causes.length, 0);
}

function sighting({ result, finding }: OwnFinding, exchanges: readonly Evidence[]): Sighting {
  const { id, operation, added } = result;
  const { fingerprint, pointer, exchange: place, path, witness } = finding;
  const exchange = exchanges[place];
  return {
    ...{ check: id, operation, added, fingerprint, pointer, place, path, witness },
    exchange: exchange && excerpt(exchange, [pointer]),
  };
}
