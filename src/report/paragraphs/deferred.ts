import { deferredRequirements, type Found } from '../causes.ts';
import type { Paint } from './paint.ts';
import { entry, paragraph } from './paragraph.ts';
import { shortened } from './shortened.ts';

/** So many deviations are written out. */
const shownDeferred = 10;

/** What only deferred checks show, and until when that does not count. */
export function deferred(found: Found, paint: Paint): string[] {
  const entries = deferredRequirements(found).flatMap(({ requirement, causes }) =>
    causes.map(({ message, sightings: [first] }) =>
      entry(`${message}.`, `${requirement}, ${first.check}`, paint),
    ),
  );
  if (entries.length === 0) return [];
  const until =
    '  The lock or baseline is of an earlier patch release. They count from the next minor release, or once it is made anew.';
  const heading = 'Found by new checks alone, and not counted yet';
  return paragraph(heading, [...shortened(entries, shownDeferred), until], paint);
}
