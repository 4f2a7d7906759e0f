import type { CaseType } from '../specification/description.ts';
import type { Reason } from '../trace/gap.ts';
import type { Capability } from './check.ts';
import { listedCases, type Target } from './target.ts';

interface Provision {
  readonly met: (target: Target) => boolean;
  readonly reason: Reason;
  /** How to meet the capability. */
  readonly remedy: string | ((target: Target) => string);
}

type OfOneType = `a ${CaseType} case`;

function caseOfType(caseType: string): Provision {
  return {
    met: ({ cases }) => (cases[caseType as CaseType] ?? []).length > 0,
    reason: 'not-configured',
    remedy: `List a case in cases.${caseType} of the configuration.`,
  };
}

const provisions: Readonly<Record<Exclude<Capability, OfOneType>, Provision>> = {
  'restricted token': {
    met: ({ tokens, restrictedOperations }) =>
      tokens.has('restricted') && (restrictedOperations?.length ?? 0) > 0,
    reason: 'not-configured',
    remedy: ({ tokens, restrictedOperations }) => {
      const lacking = [
        ...(tokens.has('restricted') ? [] : ['tokens.restricted']),
        ...((restrictedOperations?.length ?? 0) > 0 ? [] : ['restrictedOperations']),
      ];
      return `Set ${lacking.join(' and ')} in the configuration.`;
    },
  },
  'outsider token': {
    met: ({ tokens }) => tokens.has('outsider'),
    reason: 'not-configured',
    remedy: 'Set tokens.outsider in the configuration.',
  },
  'a case': {
    met: (target) => listedCases(target).length > 0,
    reason: 'not-configured',
    remedy: ({ discovered }) =>
      discovered === undefined
        ? 'List a case of the organisation in cases of the configuration, or take those of the list of cases with --discover.'
        : 'The list of cases leads to no case. List one of the organisation in cases of the configuration.',
  },
  'a foreign case': {
    met: ({ foreignCases }) => foreignCases.length > 0,
    reason: 'not-configured',
    remedy: 'List a case of another organisation in cases.foreign of the configuration.',
  },
  'a client': {
    met: ({ clients }) => clients.length > 0,
    reason: 'not-configured',
    remedy: 'List a client of the organisation in clients of the configuration.',
  },
  writes: {
    met: ({ writes }) => writes !== 'none',
    reason: 'excluded',
    remedy: 'Set writes to "restore" in the configuration, if the run may send changes of listed clients.',
  },
  creations: {
    met: ({ writes }) => writes === 'all',
    reason: 'excluded',
    remedy:
      'Set writes to "all" in the configuration, if the data is disposable and organisations may be created.',
  },
};

export function unmet(needs: readonly Capability[], target: Target): { reason: Reason; remedy: string }[] {
  return needs
    .map(provisionOf)
    .filter(({ met }) => !met(target))
    .map(({ reason, remedy }) => ({ reason, remedy: typeof remedy === 'string' ? remedy : remedy(target) }));
}

function provisionOf(need: Capability): Provision {
  const known: Readonly<Record<string, Provision>> = provisions;
  const [, caseType] = /^a (\w+) case$/.exec(need) ?? [];
  const provision = caseType === undefined || Object.hasOwn(known, need) ? known[need] : caseOfType(caseType);
  if (provision === undefined) throw new Error(`A check needs '${need}', which is not a capability.`);
  return provision;
}
