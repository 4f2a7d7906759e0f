import { isNew } from '../acceptance/accepted.ts';
import type { CheckResult, ReportedDeviation, Waived } from '../conformance/result.ts';
import type { OperationId } from '../specification/description.ts';
import { type Evidence, excerpt } from '../trace/evidence.ts';
import { codeOf } from './deviation-code.ts';

export interface DeviatingRequirement {
  readonly requirement: string;
  readonly causes: readonly Cause[];
}

/** One thing to fix, however many checks and exchanges show it. */
export interface Cause {
  /** A code that `explain` explains. */
  readonly code: string;
  /** The message of the first finding. */
  readonly message: string;
  readonly sightings: readonly [Sighting, ...Sighting[]];
}

export interface Sighting {
  readonly check: string;
  readonly operation: OperationId;
  /** Whether the check is new compared with the lock or baseline, as in its result. */
  readonly added: CheckResult['added'];
  readonly fingerprint: string;
  /** A JSON pointer into the answer's body. */
  readonly pointer: string;
  /** The index of the exchange among those of the run, and the exchange itself. */
  readonly place: number;
  readonly exchange: Evidence | undefined;
  /** The path to the random value that shows it. */
  readonly path: string | undefined;
  /** The smallest value that shows it. */
  readonly witness: unknown;
}

interface WaivedDeviation {
  readonly requirement: string;
  readonly message: string;
  readonly terms: Waived;
}

/** Check results, and the exchanges that they refer to. */
export interface Found {
  readonly results: readonly CheckResult[];
  readonly exchanges: readonly Evidence[];
}

/** The deviations that count, by requirement. One cause is one thing to fix. */
export function deviatingRequirements({ results, exchanges }: Found): DeviatingRequirement[] {
  return byRequirement(results, exchanges);
}

/** Two findings have the same cause if they share one of these: requirement and message, or fingerprint. */
function namesOf({ requirement, message, fingerprint }: ReportedDeviation): string[] {
  return [JSON.stringify([requirement, message]), fingerprint];
}

interface OwnFinding {
  readonly result: CheckResult;
  readonly finding: ReportedDeviation;
}

/** The findings that nothing accepts, by requirement. */
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

/** Groups the findings by cause; each group has at least one. */
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

/** The waived deviations, once for each requirement, message and terms. */
export function waivedDeviations(results: readonly CheckResult[]): WaivedDeviation[] {
  const waived = results
    .flatMap(({ findings }) => findings)
    .flatMap(({ requirement, message, waived: terms }) =>
      terms === undefined ? [] : [{ requirement, message, terms }],
    );
  return [...new Map(waived.map((one) => [JSON.stringify(one), one])).values()];
}

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
