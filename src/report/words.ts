import type { ObservationChange } from '../acceptance/lock.ts';
import type { Evidence } from '../trace/evidence.ts';

/** A whole number with thousands separators: `1,140`. */
export function numeral(number: number): string {
  // The first call of toLocaleString takes about 20 milliseconds.
  return String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** Several counts without those that are zero: `3 waived, 1 as in the baseline`. */
export function counted(numbers: readonly (readonly [number: number, what: string])[]): string {
  return numbers
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${numeral(number)} ${what}`)
    .join(', ');
}

/** A count with its noun: `1 record`, `2 records`. */
export function plural(number: number, noun: string): string {
  return `${numeral(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** The first names, and how many more there are: `a, b, c and 2 more`. */
export function few(all: readonly string[], most = 3): string {
  const more = all.length - most;
  return `${all.slice(0, most).join(', ')}${more > 0 ? ` and ${numeral(more)} more` : ''}`;
}

/** An RFC 3339 time for a reader, to the minute. */
export function dateAndTime(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}

export function changeInWords(change: ObservationChange): string {
  const [before, after] = [
    change.kind === 'new' ? 'nothing' : listed(change.before),
    change.kind === 'gone' ? 'nothing' : listed(change.after),
  ];
  return `${before} → ${after}`;
}

function listed(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}

export function exchangeLine({ request, response }: Evidence): string {
  return `${request.method} ${request.path}, credentials: ${request.credentials} → ${response.status}`;
}
