import { type Evidence, excerpt } from '../trace/evidence.ts';
import type { ShownExchange } from '../trace/shown-exchange.ts';
import type { CheckResult, ReportedDeviation } from './result.ts';

/** The result of a check that names exchanges by their numbers, and what it shows of them. */
export interface NumberedResult {
  readonly result: CheckResult;
  readonly shown: readonly ShownExchange[];
}

/** Results that name exchanges by their places in one list, which has each once. */
interface ListedExchanges {
  readonly results: readonly CheckResult[];
  readonly exchanges: readonly Evidence[];
}

/** Lists the exchanges of all results, in the order of their numbers, each with what the findings are about. */
export function listed(numbered: readonly NumberedResult[]): ListedExchanges {
  const shown = new Map(numbered.flatMap((one) => one.shown).map((one) => [one.number, one.evidence]));
  const found = Map.groupBy(
    numbered.flatMap(({ result: { findings, advisories = [] } }) => [
      ...findings.flatMap((finding) => [finding, ...causeOf(finding)]),
      ...advisories,
    ]),
    ({ exchange }) => exchange,
  );
  const inOrder = [...shown].sort(([one], [other]) => one - other);
  const places = new Map(inOrder.map(([number], place) => [number, place]));
  return {
    results: numbered.map(({ result }) => withExchanges(result, (number) => places.get(number) ?? -1)),
    exchanges: inOrder.map(([number, evidence]) =>
      excerpt(
        evidence,
        (found.get(number) ?? []).map(({ pointer }) => pointer),
      ),
    ),
  };
}

function causeOf({ causedBy }: ReportedDeviation): { readonly exchange: number; readonly pointer: string }[] {
  return causedBy === undefined ? [] : [{ exchange: causedBy, pointer: '' }];
}

/** The result, with each exchange that it names called otherwise. */
export function withExchanges(result: CheckResult, renamed: (exchange: number) => number): CheckResult {
  const { findings, advisories, evidence } = result;
  const named = <One extends { readonly exchange: number }>(one: One): One => ({
    ...one,
    exchange: renamed(one.exchange),
  });
  return {
    ...result,
    findings: findings.map(({ causedBy, ...finding }) =>
      named(causedBy === undefined ? finding : { ...finding, causedBy: renamed(causedBy) }),
    ),
    ...(advisories === undefined ? {} : { advisories: advisories.map(named) }),
    evidence: evidence.map(renamed),
  };
}
