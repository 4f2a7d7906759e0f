const imfFixdate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const rfc850Date =
  /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const asctimeDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * The wait in milliseconds that a `Retry-After` header asks for (RFC 9110, section 10.2.3), as delay-seconds or an
 * HTTP-date. A date is relative to the answer's own `Date`, so wrong clocks do not matter, or else to `now`
 * (milliseconds since 1970). Negative for a past date; undefined if it cannot be parsed.
 */
export function retryAfterMs(value: string, date: string | undefined, now: number): number | undefined {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = httpDate(value);
  if (at === undefined) return undefined;
  // An HTTP-date has whole seconds. Compared with a finer clock, "now" would be in the past.
  return at - (httpDate(date ?? '') ?? Math.floor(now / 1000) * 1000);
}

/** Milliseconds since 1970 of an HTTP-date in one of its three forms (RFC 9110, section 5.6.7). */
function httpDate(value: string): number | undefined {
  const text = asctimeDate.test(value) ? `${value} GMT` : value;
  if (!imfFixdate.test(value) && !rfc850Date.test(value) && !asctimeDate.test(value)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
