import { refusedCallers } from './callers.ts';
import { contractsOf } from './contract.ts';
import { anySuccess, type Interaction } from './interaction.ts';

const call: Interaction['call'] = (client) => client.listCases();

// The form of the list is open, and so is the status of a refusal (interface 4.5).
contractsOf('listCases', [
  {
    title: 'the cases are listed',
    requirements: ['list-cases-exists'],
    states: [],
    call,
    answer: { status: anySuccess(200) },
  },
  ...refusedCallers('listCases', { states: [], call }),
]);
