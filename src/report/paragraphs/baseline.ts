import type { Baseline } from '../../regression/reports/baseline.ts';
import { type Circumstances, differencesBetween } from '../../regression/reports/circumstances.ts';
import { causesIn, type DeviationState, type KnownCause } from '../../regression/reports/deviations.ts';
import { printable } from '../printable.ts';
import type { Paint } from './paint.ts';
import { shortened } from './shortened.ts';

const shownDeviations = 10;

const headings: Readonly<Record<DeviationState, string>> = {
  'still-failing': 'As in the baseline',
  'not-tested': 'In the baseline, and not tested now',
  fixed: 'Fixed since the baseline',
};

/**
 * The state of each deviation of the baseline, one paragraph for each state, and the differences between the two
 * runs.
 */
export function sinceTheBaseline(baseline: Baseline, run: Circumstances, paint: Paint): string[] {
  const byState = Map.groupBy(baseline.deviations, ({ state }) => state);
  const paragraphs = Object.entries(headings).flatMap(([state, heading]) => {
    const all = causesIn(byState.get(state as DeviationState) ?? []);
    const entries = shortened(
      all.map((deviation) => entry(deviation, state === 'fixed' ? '✓' : '~', paint)),
      shownDeviations,
    );
    return entries.length === 0 ? [] : [[paint('bold', heading), ...entries].join('\n')];
  });
  const differences = differencesBetween(baseline, run);
  if (differences.length === 0) return paragraphs;
  const words = `The baseline is of a run that differs in ${differences.join(', ')}.`;
  return [...paragraphs, paint('yellow', printable(words))];
}

/** The numbers of baseline deviations that still fail and that were not tested, as a clause. */
export function inBaseline(baseline: Baseline | undefined): string {
  const still = countOf(baseline, 'still-failing');
  const untested = countOf(baseline, 'not-tested');
  return `${still === 0 ? '' : `, ${still} as in the baseline`}${untested === 0 ? '' : `, ${untested} of the baseline not tested`}`;
}

function countOf(baseline: Baseline | undefined, wanted: DeviationState): number {
  return causesIn(baseline?.deviations.filter(({ state }) => state === wanted) ?? []).length;
}

function entry({ message, requirement, operations }: KnownCause, mark: string, paint: Paint): string {
  const details = paint('dim', `      ${printable(`${requirement}, ${operations.join(', ')}`)}`);
  return `  ${paint(mark === '✓' ? 'green' : 'yellow', mark)} ${printable(message)}.\n${details}`;
}
