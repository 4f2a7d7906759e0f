import { type Discovery, discover } from '../conformance/discovery.ts';
import { openExchanges } from '../conformance/exchanges.ts';
import { listedCases, type Target } from '../harness/target.ts';
import { maskingOf } from '../http/masking.ts';
import type { Transport } from '../http/transport.ts';
import type { Specification } from '../specification/specification.ts';
import type { RunHooks } from './run-hooks.ts';
import type { ConfiguredTarget } from './target.ts';

/** A target with the cases that were found for it. */
export interface DiscoveredTarget {
  readonly target: Target;
  /** What was found; undefined where the target had cases already, and nothing was looked for. */
  readonly discovered?: Discovery;
}

/** Finds cases for a target that lists none of its organisation, and tells what was found. */
export async function withDiscoveredCases(
  specification: Specification,
  { target, tokens }: Pick<ConfiguredTarget, 'target' | 'tokens'>,
  transport: Transport,
  { signal, onNotice }: RunHooks,
): Promise<DiscoveredTarget> {
  if (listedCases(target).length > 0) {
    onNotice?.('Nothing is discovered, since cases of the organisation are listed.');
    return { target };
  }
  const discovered = await discover(specification, openExchanges(transport, tokens, signal), target);
  onNotice?.(maskingOf(Object.values(tokens))(outcomeOf(specification, discovered)));
  return { target: { ...target, cases: discovered.cases }, discovered };
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
