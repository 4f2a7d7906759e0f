import type { CaseType } from '../specification/description.ts';
import type { Reason } from '../trace/gap.ts';
import type { Capability } from './check.ts';
import { listedCases, type Target } from './target.ts';

/** Undefined if the target meets the capability. */
const remedies: Readonly<
  Record<Exclude<Capability, `a ${CaseType} case`>, (target: Target) => string | undefined>
> = {
  'restricted token': ({ tokens, restrictedOperations = [] }) => {
    const lacking = [
      ...(tokens.has('restricted') ? [] : ['tokens.restricted']),
      ...(restrictedOperations.length > 0 ? [] : ['restrictedOperations']),
    ];
    return lacking.length === 0 ? undefined : `Set ${lacking.join(' and ')} in the configuration.`;
  },
  'outsider token': ({ tokens }) =>
    tokens.has('outsider') ? undefined : 'Set tokens.outsider in the configuration.',
  'a case': (target) => {
    if (listedCases(target).length > 0) return undefined;
    return target.discovered === undefined
      ? 'List a case of the organisation in cases of the configuration, or take those of the list of cases with --discover.'
      : 'The list of cases leads to no case. List one of the organisation in cases of the configuration.';
  },
  'a foreign case': ({ foreignCases }) =>
    foreignCases.length > 0
      ? undefined
      : 'List a case of another organisation in cases.foreign of the configuration.',
  'a client': ({ clients }) =>
    clients.length > 0 ? undefined : 'List a client of the organisation in clients of the configuration.',
  writes: ({ writes }) =>
    writes !== 'none'
      ? undefined
      : 'Set writes to "restore" in the configuration, if the run may send changes of listed clients.',
  creations: ({ writes }) =>
    writes === 'all'
      ? undefined
      : 'Set writes to "all" in the configuration, if the data is disposable and organisations may be created.',
};

export function unmetNeeds(
  needs: readonly Capability[],
  target: Target,
): { reason: Reason; remedy: string }[] {
  return needs.flatMap((need) => {
    const remedy = remedyFor(need, target);
    const reason = need === 'writes' || need === 'creations' ? 'excluded' : 'not-configured';
    return remedy === undefined ? [] : [{ reason, remedy }];
  });
}

function remedyFor(need: Capability, target: Target): string | undefined {
  const known: Readonly<Record<string, (target: Target) => string | undefined>> = remedies;
  const caseType = /^a (\w+) case$/.exec(need)?.[1] as CaseType | 'foreign' | undefined;
  if (caseType === undefined || caseType === 'foreign') {
    const remedy = known[need];
    if (remedy === undefined) throw new Error(`A check needs '${need}', which is not a capability.`);
    return remedy(target);
  }
  const isListed = (target.cases[caseType] ?? []).length > 0;
  return isListed ? undefined : `List a case in cases.${caseType} of the configuration.`;
}
