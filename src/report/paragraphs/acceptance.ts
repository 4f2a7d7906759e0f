import type { ObservationChange } from '../../acceptance/lock.ts';
import type { CheckResult } from '../../conformance/result.ts';
import { waivedDeviations } from '../causes.ts';
import { objectionsByCause } from '../objections.ts';
import { printable } from '../printable.ts';
import type { Report } from '../report.ts';
import type { Paint } from './paint.ts';
import { entry, paragraph } from './paragraph.ts';
import { shortened } from './shortened.ts';

/** The maximum numbers of waived deviations, of changes, and of objections of one kind that are shown. */
const shownWaived = 10;
const shownChanges = 10;
const shownObjections = 5;

export function waived(results: readonly CheckResult[], paint: Paint): string[] {
  const entries = waivedDeviations(results).map(({ message, requirement, terms: { until, reason } }) =>
    entry(`${message}.`, `${requirement}, until ${until}: ${reason}`, paint),
  );
  return paragraph('Waived', shortened(entries, shownWaived), paint);
}

export function changed(changes: readonly ObservationChange[], paint: Paint): string[] {
  const entries = changes.map((change) => entry(change.id, changeInWords(change), paint));
  return paragraph('Changed since the lock', shortened(entries, shownChanges), paint);
}

/** The objections: reasons other than deviations why a run fails. */
export function objections(report: Pick<Report, 'objections' | 'results'>, paint: Paint): string[] {
  const all = objectionsByCause(report);
  const byKind = [...Map.groupBy(all, ({ kind }) => kind).values()].flatMap((ofKind) =>
    shortened(
      ofKind.map(({ message }) => `  ${paint('red', '!')} ${printable(message)}`),
      shownObjections,
    ),
  );
  return paragraph('Objections', byKind, paint);
}

export function changeInWords(change: ObservationChange): string {
  switch (change.kind) {
    case 'new':
      return `nothing → ${listed(change.after)}`;
    case 'changed':
      return `${listed(change.before)} → ${listed(change.after)}`;
    case 'gone':
      return `${listed(change.before)} → nothing`;
  }
}

function listed(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}
