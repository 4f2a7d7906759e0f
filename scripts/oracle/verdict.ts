import type { Fault } from '../../faults/behaviour.ts';
import { foundElsewhere, placesFound } from '../../proof/fault-trial.ts';
import type { RunResult } from '../../src/conformance/result.ts';

export interface Verdict {
  readonly isRight: boolean;
  readonly text: string;
}

/**
 * Whether the run found a fault as expected.
 * @param isVisible - whether the run can find the fault
 */
export function verdictOnFault(name: string, fault: Fault, result: RunResult, isVisible: boolean): Verdict {
  const { requirement, pointer } = fault;
  const places = placesFound(fault, result);
  const caught = places.filter((place) => place.pointer === pointer);
  const tried = result.results.some(({ requirements }) => requirements.includes(requirement));
  const missed = tried ? 'not caught' : `not caught: no check cites ${requirement}`;
  const outcome = caught.length > 0 ? `caught by ${listed(caught.map(({ check }) => check))}` : missed;
  const expected = isVisible ? '' : ', which its row says that restore cannot see';
  const elsewhere = caught.length > 0 ? undefined : foundElsewhere(fault, places);
  return {
    isRight: isVisible === caught.length > 0,
    text: `${name} (${requirement} ${pointer || '-'}): ${[`${outcome}${expected}.`, elsewhere ?? ''].join(' ').trim()}`,
  };
}

export function verdictOnVariant(name: string, { results }: RunResult): Verdict {
  const failed = results.filter(({ findings }) => findings.length > 0).map(({ id }) => id);
  const isRight = failed.length === 0;
  return { isRight, text: `${name}: ${isRight ? 'passed' : `failed by ${listed(failed)}`}.` };
}

function listed(checks: readonly string[]): string {
  return [...new Set(checks)].join(', ');
}
