import { refusedCallers } from './callers.ts';
import { contractsOf } from './contract.ts';
import { organisationPayload } from './fixtures.ts';
import { anySuccess, fromState, type Interaction } from './interaction.ts';
import { freeSubDomain } from './provider-states.ts';

const { subDomain } = organisationPayload;

const creation: Pick<Interaction, 'states' | 'sends' | 'call'> = {
  states: [freeSubDomain(subDomain)],
  // The provider may be unable to delete the organisation of an earlier run, so it may return another free sub-domain.
  sends: { ...organisationPayload, subDomain: fromState('subDomain', subDomain) },
  call: (client) => client.createOrganisation(organisationPayload),
};

// The documents leave open the status and body of a success, and the bodies of refusals (interface 4.3 and 7).
contractsOf('createOrganisation', [
  {
    title: 'an organisation is created with its first user',
    ...creation,
    requirements: ['create-organisation'],
    answer: { status: anySuccess(201) },
  },
  ...refusedCallers('createOrganisation', creation),
]);
