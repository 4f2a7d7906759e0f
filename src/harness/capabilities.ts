import type { CaseType } from '../specification/description.ts';
import type { Advice, Reason } from '../trace/gap.ts';
import type { Capability } from './check.ts';
import { listedCases, type Target } from './target.ts';

/** How to configure the target for each capability, in words. False if the target has the capability. */
const remedies: Readonly<
  Record<Exclude<Capability, `a ${CaseType} case`>, (target: Target) => string | false>
> = {
  'restricted token': ({ tokens, restrictedOperations = [] }) => {
    const lacking = [
      ...(tokens.has('restricted') ? [] : ['tokens.restricted']),
      ...(restrictedOperations.length > 0 ? [] : ['restrictedOperations']),
    ];
    return lacking.length > 0 && `Set ${lacking.join(' and ')} in the configuration.`;
  },
  'outsider token': ({ tokens }) => !tokens.has('outsider') && 'Set tokens.outsider in the configuration.',
  'a case': (target) =>
    listedCases(target).length === 0 &&
    (target.discovered === undefined
      ? 'List a case of the organisation in cases of the configuration, or take those of the list of cases with --discover.'
      : 'The list of cases leads to no case. List one of the organisation in cases of the configuration.'),
  'a foreign case': ({ foreignCases }) =>
    foreignCases.length === 0 && 'List a case of another organisation in cases.foreign of the configuration.',
  'a client': ({ clients }) =>
    clients.length === 0 && 'List a client of the organisation in clients of the configuration.',
  writes: ({ writes }) =>
    writes === 'none' &&
    'Set writes to "restore" in the configuration, if the run may send changes of listed clients.',
  creations: ({ writes }) =>
    writes !== 'all' &&
    'Set writes to "all" in the configuration, if the data is disposable and organisations may be created.',
};

export function unmetNeeds(
  needs: readonly Capability[],
  target: Target,
): { reason: Reason; remedy: Advice }[] {
  return needs.flatMap((need) => {
    const remedy = remedyFor(need, target);
    const reason = need === 'writes' || need === 'creations' ? 'excluded' : 'not-configured';
    return remedy === false ? [] : [{ reason, remedy }];
  });
}

function remedyFor(need: Capability, target: Target): Advice | false {
  const known: Readonly<Record<string, (target: Target) => string | false>> = remedies;
  const remedy = known[need];
  if (remedy !== undefined) return remedy(target);
  const caseType = /^a (\w+) case$/.exec(need)?.[1] as CaseType | undefined;
  if (caseType === undefined) throw new Error(`A check needs '${need}', which is not a capability.`);
  const isListed = (target.cases[caseType] ?? []).length > 0;
  const key = `cases.${caseType}`;
  return !isListed && [`List a case in ${key} of the configuration.`, key];
}
