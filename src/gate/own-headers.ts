import { namingHeaders } from '../checks/get-case-data/other-organisations.ts';
import { diverted, elsewhere, overriding, vouched } from '../harness/elsewhere.ts';
import { reservedHeaders } from '../http/base-url.ts';
import type { Configuration } from './configuration.ts';
import { Failure } from './failure.ts';

/** Headers that the transport, the call or its credentials set. */
const ofRequests: ReadonlySet<string> = new Set([
  ...reservedHeaders,
  ...['accept', 'accept-encoding', 'authorization', 'content-encoding', 'content-type'],
]);

/**
 * Headers that checks send to see that they do not grant access. If a gateway required its own value there, it would
 * refuse the request before the service sees it.
 */
const ofChecks: ReadonlySet<string> = new Set([
  ...[...elsewhere, vouched, diverted, overriding].flatMap(({ besides }) =>
    Object.keys(besides?.('').headers ?? {}),
  ),
  ...namingHeaders,
]);

/**
 * The headers that the configuration adds to every request.
 * @throws {Failure} `CONFIGURATION_WRONG` for a header that requests or checks set
 */
export function ownHeadersOf({ headers = {} }: Configuration): Readonly<Record<string, string>> {
  const names = Object.keys(headers);
  for (const [index, name] of names.entries()) {
    const lower = name.toLowerCase();
    if (ofRequests.has(lower))
      throw wrong(`headers cannot set ${lower}, since each request has its own. Leave it out.`);
    if (ofChecks.has(lower))
      throw wrong(
        `headers cannot set ${lower}, since checks send it with other values, to see that it lets nobody in. A gateway that wants its own there would refuse them in place of the service. Have it take another name.`,
      );
    if (names.slice(0, index).some((other) => other.toLowerCase() === lower))
      throw wrong(`headers sets ${lower} twice. Set it once.`);
  }
  return headers;
}

function wrong(message: string): Failure {
  return new Failure('CONFIGURATION_WRONG', message);
}
