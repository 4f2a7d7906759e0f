import { refusedCallers } from './callers.ts';
import { contractsOf } from './contract.ts';
import { anySuccess, type Interaction } from './interaction.ts';

const call: Interaction['call'] = (client) => client.getOrganisation();

// The fields of an organisation are open. Any success confirms that the token works (interface 4.4).
contractsOf('getOrganisation', [
  {
    title: "the caller's organisation is answered",
    requirements: ['get-organisation', 'bodies-are-json'],
    states: [],
    call,
    answer: { status: anySuccess(200), isJson: true },
  },
  ...refusedCallers('getOrganisation', { states: [], call }),
]);
