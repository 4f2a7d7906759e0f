export interface Edit {
  readonly name: string;
  readonly actions: readonly object[];
  /** What `check` must find: the row and the place of each deviation. Empty if the edit only allows more. */
  readonly found: readonly (readonly [requirement: string, pointer: string])[];
}

const schema = (name: string): string => `$.components.schemas.${name}`;
const field = (of: string, name: string): string => `${schema(of)}.properties.${name}`;
const update = (target: string, value: unknown): object => ({ target, update: value });
const remove = (target: string): object => ({ target, remove: true });

const redescribed = (of: string, name: string, row: string, value: object): object[] => [
  remove(field(of, name)),
  update(`${schema(of)}.properties`, { [name]: { ...value, 'x-requirement': row } }),
];

const newField = (of: string, name: string, value: object): object =>
  update(`${schema(of)}.properties`, { [name]: value });

const notThere: readonly (readonly [string, string])[] = [];

export const edits: readonly Edit[] = [
  {
    name: 'a value of an enum more',
    actions: [update(`${schema('ListingGrade')}.enum`, 'grade III')],
    found: notThere,
  },
  {
    name: 'a value of an enum less',
    actions: [remove(`${schema('CapitalisedYesNo')}.enum[?@ == 'Yes']`)],
    found: [
      ['sale-estate-agent-instructed', '/estateAgentInstructed'],
      ['sale-offer-accepted', '/isOfferAccepted'],
      ['purchase-estate-agent-instructed', '/estateAgentInstructed'],
    ],
  },
  {
    name: 'a format for a text',
    actions: redescribed('Sale', 'estateAgentName', 'sale-estate-agent-texts', {
      type: 'string',
      format: 'email',
    }),
    found: [['sale-estate-agent-texts', '/estateAgentName']],
  },
  {
    name: 'a pattern for a text',
    actions: redescribed('CaseBase', 'reference', 'case-reference', {
      type: 'string',
      pattern: '^REF-[0-9]{4}$',
    }),
    found: [['case-reference', '/reference']],
  },
  {
    name: 'a field that is required',
    actions: [update(`${schema('CaseBase')}.required`, 'price')],
    found: [['case-price', '/price']],
  },
  {
    name: 'a field removed from the closed object',
    actions: [remove(field('Location', 'longitude'))],
    found: [['case-location', '/location/longitude']],
  },
  {
    name: 'an open object closed',
    actions: [remove(field('Address', 'uprn')), update(schema('Address'), { additionalProperties: false })],
    found: [['address-fields', '/address/uprn']],
  },
  {
    name: 'a number for a text',
    actions: redescribed('Sale', 'estateAgentFee', 'sale-estate-agent-texts', { type: 'number' }),
    found: [['sale-estate-agent-texts', '/estateAgentFee']],
  },
  {
    name: 'a least and a greatest number',
    actions: redescribed('CaseBase', 'price', 'case-price', { type: 'integer', minimum: 1, maximum: 1000 }),
    found: [['case-price', '/price']],
  },
  {
    name: 'a new edition of a form',
    actions: [
      update('$.components.schemas', {
        TA6_7th: {
          type: 'object',
          required: ['type'],
          properties: { type: { const: 'TA6_7th' }, isHaunted: { enum: ['yes', 'no'] } },
        },
      }),
      update(`${schema('TA6')}.oneOf`, { $ref: '#/components/schemas/TA6_7th' }),
    ],
    found: notThere,
  },
  {
    name: 'a new case type',
    actions: [
      update('$.components.schemas', {
        Auction: {
          type: 'object',
          required: ['caseType'],
          allOf: [{ $ref: '#/components/schemas/CaseBase' }],
          properties: {
            caseType: { const: 'Auction', 'x-requirement': 'case-type' },
            lot: { type: 'string' },
          },
        },
      }),
      update(`${schema('CaseRecord')}.oneOf`, { $ref: '#/components/schemas/Auction' }),
    ],
    found: notThere,
  },
  {
    name: 'a field that can be changed more',
    actions: [
      newField('ClientPatch', 'occupation', { type: 'string' }),
      newField('ClientPatch', 'pronouns', { enum: ['she/her', 'he/him', 'they/them'] }),
    ],
    found: [
      ['update-client-fields', '/occupation'],
      ['update-client-fields', '/pronouns'],
    ],
  },
  {
    name: 'a field that can be changed less',
    actions: [remove(field('ClientPatch', 'companyName'))],
    found: notThere,
  },
  {
    name: 'an error whose message is renamed',
    actions: [
      remove(field('Error', 'message')),
      remove(`${schema('Error')}.required[0]`),
      update(`${schema('Error')}.required`, 'reason'),
      newField('Error', 'reason', { type: 'string' }),
    ],
    found: [['error-message', '/reason']],
  },
  {
    name: 'another version',
    actions: [update('$.info', { version: '2.1' })],
    // Another version is reported as drift, which breaks nobody.
    found: [],
  },
];
