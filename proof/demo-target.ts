import type { Tokens } from '../src/conformance/exchanges.ts';
import type { GateTarget } from '../src/gate/target.ts';
import { type TokenName, tokenNames } from '../src/harness/target.ts';
import type { Demo } from '../src/reference/demo.ts';
import { memoised } from '../src/schema/memoised.ts';
import { bundled } from '../src/specification/bundled.ts';
import type { CaseType } from '../src/specification/description.ts';
import type { Specification } from '../src/specification/specification.ts';

export function demoTarget(demo: Demo, baseUrl: string, specification: Specification = bundled): GateTarget {
  const [own, foreign] = demo.organisations;
  const records = own?.cases.map(({ record }) => record) ?? [];
  const identifiers = (type: CaseType): string[] =>
    records.filter(({ caseType }) => caseType === type).map(({ caseId }) => String(caseId));
  const tokens = tokensOf(demo);
  return {
    target: {
      baseUrl,
      tokens: new Set(tokenNames.filter((name) => tokens[name] !== undefined)),
      restrictedOperations: ['updateClient', 'createOrganisation'],
      cases: Object.fromEntries(specification.caseTypes.map((type) => [type, identifiers(type)])) as Record<
        CaseType,
        string[]
      >,
      foreignCases: foreign?.cases.map(({ record }) => String(record.caseId)) ?? [],
      clients: own?.clients.map(({ id }) => String(id)) ?? [],
      // The data is disposable, since the reference ends with the test.
      writes: 'all',
    },
    ...{ specification, tokens, secrets: Object.values(tokens), name: baseUrl },
    // No journal is needed, since the clients end with the service.
    journal: undefined,
    settleMs: 0,
    transport: { baseUrl, timeoutMs: 10_000, requestsPerSecond: Number.POSITIVE_INFINITY, concurrency: 4 },
  };
}

/** The tokens by name. Cached, so that values derived from the tokens are computed once for all runs. */
const tokensOf = memoised(
  ({ organisations }: Demo) =>
    Object.fromEntries(
      organisations
        .flatMap(({ users }) => users.flatMap((user) => user.tokens))
        .filter(({ name }) => tokenNames.includes(name as TokenName))
        .map(({ name, token }) => [name, token]),
    ) as Tokens,
);
