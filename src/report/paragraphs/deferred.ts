import { deferredRequirements, type Found } from '../causes.ts';
import { printable } from '../printable.ts';
import type { Paint } from './paint.ts';
import { shortened } from './shortened.ts';

/** So many deviations are written out. */
const shownDeferred = 10;

/** What only deferred checks show, and until when that does not count. */
export function deferred(found: Found, paint: Paint): string[] {
  const entries = deferredRequirements(found).flatMap(({ requirement, causes }) =>
    causes.map(({ message, sightings: [first] }) => {
      const details = `${requirement}, ${first?.check ?? ''}`;
      return `  ${paint('yellow', '~')} ${printable(message)}.\n${paint('dim', `      ${printable(details)}`)}`;
    }),
  );
  if (entries.length === 0) return [];
  return [
    [
      paint('bold', 'Found by new checks alone, and not counted yet'),
      ...shortened(entries, shownDeferred),
      '  The lock or baseline is of an earlier patch release. They count from the next minor release, or once it is made anew.',
    ].join('\n'),
  ];
}
