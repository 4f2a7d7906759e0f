import { type Configuration, isIdentifier } from '../gate/configuration.ts';
import { Failure } from '../gate/failure.ts';
import { quoted } from '../report/quoted.ts';
import type { Specification } from '../specification/specification.ts';

/**
 * The cases of `--case TYPE=ID` options.
 * @throws {Failure} `CALL_NOT_UNDERSTOOD`
 */
export function casesOf(
  named: readonly string[],
  { caseTypes }: Specification,
): NonNullable<Configuration['cases']> {
  const known: readonly string[] = caseTypes;
  const listings = named.map((one) => {
    const [list = '', id = ''] = one.split('=', 2);
    const isWritten = [...known, 'foreign'].includes(list) && id !== '';
    if (isWritten && isIdentifier(id)) return { list, id };
    const form = isWritten
      ? 'name a case by its UUID'
      : `be written TYPE=ID with a type of ${known.join(', ')} or foreign`;
    throw new Failure('CALL_NOT_UNDERSTOOD', `--case must ${form}, but is ${quoted(one)}.`);
  });
  const byList = [...Map.groupBy(listings, ({ list }) => list)];
  return Object.fromEntries(byList.map(([list, listed]) => [list, listed.map(({ id }) => id)]));
}
