import { Matchers } from '@pact-foundation/pact';
import type { components } from '../src/specification/interface.ts';
import { refusedCallers } from './callers.ts';
import { contractsOf } from './contract.ts';
import { fullClient } from './fixtures.ts';
import { anyRefusal, type Interaction } from './interaction.ts';
import { likeBody, likeText } from './like-body.ts';
import { callerOfAnotherOrganisation, clientWithRecord, someClient } from './provider-states.ts';

type Patch = components['schemas']['ClientPatch'];

const { id, avatarUrl, title, ...leftOut } = fullClient;

/** A new value for each field that can be changed (interface 4.2). */
const newValues: Required<Patch> = {
  title: 'Professor',
  firstName: 'Chidiebere',
  lastName: 'Okonjo-Marsh',
  emailAddress: 'c.okonjo-marsh@example.com',
  companyName: 'Okonjo & Marsh Acoustics LLP',
  telephoneNumber: '+441632960313',
  address: {
    line_1: 'The Old Chapel',
    line_2: '3 Weir Cottages',
    line_3: 'Lower Mill Lane',
    post_town: 'Kendal',
    county: 'Cumbria',
    postcode: 'LA9 4ZP',
    uprn: '10070549911',
  },
};

/** A change of some fields. The answer must show what was sent, and may show more. */
function changeOf(
  title: string,
  patch: Patch,
  requirements: readonly string[],
  shown: object = patch,
): Interaction {
  return {
    title,
    requirements: ['update-client-200', ...requirements],
    states: [clientWithRecord(fullClient)],
    sends: patch,
    call: (client) => client.updateClient(id, patch),
    answer: { status: 200, body: exactly(shown) },
  };
}

/**
 * Matchers of exactly these values. Only a telephone number may lack its plus sign, since the documents can be read two
 * ways.
 */
function exactly(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      /[tT]elephoneNumber$/.test(name) ? likeText(value, `^\\+?${value.slice(1)}$`) : value,
    ]),
  );
}

const nothing: Pick<Interaction, 'states' | 'sends' | 'call'> = {
  states: [someClient(id)],
  sends: {},
  call: (client) => client.updateClient(id, {}),
};

/** The changeable fields with their present values. A service must accept these, since it has stored them. */
const shownAlready: Patch = {
  ...{ title, firstName: leftOut.firstName, lastName: leftOut.lastName },
  ...{ emailAddress: leftOut.emailAddress, companyName: leftOut.companyName },
  ...{ telephoneNumber: leftOut.telephoneNumber, address: leftOut.address },
};

const shortAddress = { line_1: '9 Harbour Steps', post_town: 'Whitby', postcode: 'YO22 4ZR' };

contractsOf('updateClient', [
  ...Object.entries(newValues).map(([field, value]) =>
    changeOf(`${field} alone is changed`, { [field]: value }, [
      'update-client-fields',
      ...(field === 'address' ? ['update-client-address-replaced'] : []),
    ]),
  ),
  changeOf('all fields are changed together', newValues, [
    'update-client-fields',
    'update-client-address-replaced',
  ]),
  changeOf('what the record shows already is taken', shownAlready, ['update-client-fields']),
  changeOf('an address replaces one with more lines', { address: shortAddress }, [
    'update-client-address-replaced',
  ]),
  changeOf(
    'a change leaves the other fields as they were',
    { title: newValues.title },
    ['update-client-omitted-unchanged', 'update-client-address-kept'],
    // The image's URL may be signed anew for each answer, and an identifier may be in upper or lower case.
    { title: newValues.title, ...leftOut, ...(likeBody({ id, avatarUrl }, 'Client') as object) },
  ),
  {
    ...nothing,
    title: 'a change of nothing is answered with the record',
    requirements: ['update-client-200', 'bodies-are-json'],
    // The documents leave open which fields a client shows (interface 2.2).
    answer: { status: 200, body: Matchers.like({}) },
  },
  ...refusedCallers('updateClient', nothing),
  {
    ...nothing,
    title: 'by a user of another organisation, it is refused',
    requirements: ['outsider-403'],
    states: [...nothing.states, callerOfAnotherOrganisation],
    caller: 'outsider',
    // 404 also refuses, without revealing that the client exists (interface 7).
    answer: { status: anyRefusal(403) },
  },
]);
