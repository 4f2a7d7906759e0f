import { type Discovery, discover } from '../conformance/discovery.ts';
import { openExchanges } from '../conformance/exchanges.ts';
import { listedCases } from '../harness/target.ts';
import { maskingOf } from '../http/masking.ts';
import type { Transport } from '../http/transport.ts';
import type { Specification } from '../specification/specification.ts';
import type { RunHooks } from './run-hooks.ts';
import type { ConfiguredTarget } from './target.ts';

/**
 * Finds cases for a target that lists none of its organisation, and tells what was found.
 * @returns undefined where the target has cases already, and nothing was looked for
 */
export async function discoveredFor(
  { target, tokens }: Pick<ConfiguredTarget, 'target' | 'tokens'>,
  specification: Specification,
  transport: Transport,
  { signal, onNotice }: RunHooks,
): Promise<Discovery | undefined> {
  if (listedCases(target).length > 0) {
    onNotice?.('Nothing is discovered, since cases of the organisation are listed.');
    return undefined;
  }
  const discovered = await discover(specification, openExchanges(transport, tokens, signal), target);
  onNotice?.(maskingOf(Object.values(tokens))(outcomeOf(specification, discovered)));
  return discovered;
}

function outcomeOf({ caseTypes }: Specification, { obstacle, identifiers, tried, cases }: Discovery): string {
  const found = caseTypes.filter((caseType) => cases[caseType].length > 0);
  const counts = found.map((caseType) => `${cases[caseType].length} ${caseType}`).join(', ');
  return [
    `Discovered from GET /api/v2/cases: ${counts || 'no case'} (identifiers: ${identifiers}, tried: ${tried}).`,
    ...(obstacle === undefined ? [] : [obstacle]),
    ...(found.length > 0 ? [] : ['The run goes on without cases.']),
  ].join(' ');
}
