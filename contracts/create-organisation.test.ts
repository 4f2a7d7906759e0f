import { refusedCallers } from './callers.ts';
import { contractsOf } from './contract.ts';
import { organisationPayload } from './fixtures.ts';
import { anySuccess, fromState, type Interaction } from './interaction.ts';
import { freeSubDomain } from './provider-states.ts';

const { subDomain } = organisationPayload;

const creation: Pick<Interaction, 'states' | 'sends' | 'call'> = {
  states: [freeSubDomain(subDomain)],
  // Some organisation may have the sub-domain, where a provider cannot forget one.
  sends: { ...organisationPayload, subDomain: fromState('subDomain', subDomain) },
  call: (client) => client.createOrganisation(organisationPayload),
};

// Status and body of a success are open, and so are the bodies of refusals (interface 4.3 and 7).
contractsOf('createOrganisation', [
  {
    title: 'an organisation is created with its first user',
    ...creation,
    requirements: ['create-organisation'],
    answer: { status: anySuccess(201) },
  },
  ...refusedCallers('createOrganisation', creation),
]);
