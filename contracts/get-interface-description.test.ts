import { contractsOf } from './contract.ts';
import { anySuccess } from './interaction.ts';

// Interface 1 leaves open whether this request needs a token, and whether the answer is JSON or YAML.
contractsOf('getInterfaceDescription', [
  {
    title: 'a description of the interface is served',
    requirements: ['description-served'],
    states: [],
    call: (client) => client.getInterfaceDescription(),
    answer: { status: anySuccess(200) },
  },
]);
