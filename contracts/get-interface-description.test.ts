import { contractsOf } from './contract.ts';
import { anySuccess } from './interaction.ts';

// Whether it wants a token, and whether it is JSON or YAML, is open (interface 1).
contractsOf('getInterfaceDescription', [
  {
    title: 'a description of the interface is served',
    requirements: ['description-served'],
    states: [],
    call: (client) => client.getInterfaceDescription(),
    answer: { status: anySuccess(200) },
  },
]);
