import type { Configuration } from '../gate/configuration.ts';
import { Failure } from '../gate/failure.ts';
import { bundled } from '../specification/bundled.ts';

/**
 * The cases that `--case TYPE=ID` names.
 * @throws {Failure} `CALL_NOT_UNDERSTOOD`
 */
export function casesOf(named: readonly string[]): NonNullable<Configuration['cases']> {
  const listings = named.map((one) => {
    const [list = '', id = ''] = one.split('=', 2);
    if ([...bundled.caseTypes, 'foreign'].includes(list) && id !== '') return { list, id };
    throw new Failure(
      'CALL_NOT_UNDERSTOOD',
      `--case must be written TYPE=ID with a type of ${bundled.caseTypes.join(', ')} or foreign, but is '${one}'.`,
    );
  });
  const byList = [...Map.groupBy(listings, ({ list }) => list)];
  return Object.fromEntries(byList.map(([list, listed]) => [list, listed.map(({ id }) => id)]));
}
