/** This file lists the kinds of values in the documents, each with right and wrong values. */

export type Keyword = 'type' | 'enum' | 'format' | 'pattern' | 'required' | 'additionalProperties';

interface WrongValue {
  readonly value: unknown;
  readonly keyword: Keyword;
  /** The JSON pointer to the defect within the value, if the defect is inside. */
  readonly at?: string;
}

/** A kind of values, such as dates. An open kind has no wrong values. */
export interface Kind {
  readonly name: string;
  readonly right: readonly unknown[];
  readonly wrong: readonly WrongValue[];
}

const breaking = (keyword: Keyword, values: readonly unknown[], at?: string): readonly WrongValue[] =>
  values.map((value) => (at === undefined ? { value, keyword } : { value, keyword, at }));

const notText = breaking('type', [null, 1, true, false, [], ['text'], {}]);
const notObject = breaking('type', [null, 'text', '', 1, true, [], [{}]]);

export const text: Kind = {
  name: 'text',
  right: [
    'A',
    '',
    ' ',
    'yes',
    '0',
    'null',
    '2024-02-29',
    'Tŷ Gwyn, 12½ Ffordd-y-Môr',
    'one\ntwo',
    '🏡 "\\" </b>',
  ],
  wrong: notText,
};

export const number: Kind = {
  name: 'number',
  right: [0, 1, -1, 0.5, 325000, 51.476852, 1e21],
  wrong: breaking('type', [null, '1', '', '325,000', '£699,950', '10%', true, false, [], [1], {}]),
};

export const boolean: Kind = {
  name: 'boolean',
  right: [true, false],
  wrong: breaking('type', [null, 'true', 'false', '', 'Yes', 'yes', 0, 1, [], [true], {}]),
};

export const date: Kind = {
  name: 'date',
  right: ['2024-02-29', '2000-02-29', '1999-12-31', '2025-01-01', '0001-01-01', '1899-12-30', '9999-12-31'],
  wrong: [
    ...breaking('format', ['2023-02-29', '2100-02-29', '2024-02-30', '2024-04-31']),
    ...breaking('format', ['2024-13-01', '2024-00-10', '2024-01-00']),
    ...breaking('format', ['2024-02-29T00:00:00Z', '2024-02-29T12:00:00+01:00']),
    ...breaking('format', ['2024-02-29T00:00:00', '2024-02-29 00:00']),
    ...breaking('format', ['', '01/02/2024', '20240229', '2024-2-9', '24-02-29', '29 February 2024']),
    ...breaking('format', ['2024-02-29 ', ' 2024-02-29', '2024-02-29\n', 'yes']),
    ...breaking('type', [null, 20240229, 1709164800000, true, [], ['2024-02-29'], {}]),
  ],
};

export const email: Kind = {
  name: 'email',
  right: [
    'keys@example.com',
    'sales.team+leeds@mail.example.org',
    "o'brien@branch.estate-agent.test",
    '"sales team"@example.com',
    'sales@localhost',
    'sales@[192.0.2.1]',
    'SALES@EXAMPLE.COM',
    'sales@xn--bcher-kva.example',
  ],
  wrong: [
    ...breaking('format', ['', 'keys', 'keys@', '@example.com', 'keys.example.com', 'k@eys@example.com']),
    ...breaking('format', ['keys(at)example.com', 'keys@@example.com', 'one@example.com, two@example.com']),
    ...breaking('format', ['front desk@example.com', 'keys@example.com ', 'Keys <keys@example.com>']),
    ...notText,
  ],
};

/**
 * A telephone number in E.164. The documents are ambiguous about the plus sign, so a number without a plus is not
 * wrong.
 */
export const telephone: Kind = {
  name: 'telephone',
  right: ['+447700900147', '447700900147', '+15', '+123456789012345'],
  wrong: [
    ...breaking('pattern', ['', '+', '07700900147', '00447700900147', '+0447700900147', '+1234567890123456']),
    ...breaking('pattern', ['+44 7700 900147', '+44-7700-900147', '+44(0)7700900147', ' +447700900147']),
    ...breaking('pattern', ['+441632960147 ext. 2', 'tel:+447700900147', 'not known']),
    ...breaking('type', [null, 447700900147, true, false, [], ['+447700900147'], {}]),
  ],
};

export const uuid: Kind = {
  name: 'uuid',
  right: ['3d0c7f6e-9a41-4b52-8d7c-1f2e3a4b5c6d', '3D0C7F6E-9A41-4B52-8D7C-1F2E3A4B5C6D'],
  wrong: [
    ...breaking('format', ['', '42', 'CASE-2024-0001', '3d0c7f6e9a414b528d7c1f2e3a4b5c6d']),
    ...breaking('format', ['3d0c7f6e', 'urn:uuid:3d0c7f6e-9a41-4b52-8d7c-1f2e3a4b5c6d']),
    ...breaking('format', ['{3d0c7f6e-9a41-4b52-8d7c-1f2e3a4b5c6d}', '3d0c7f6e-9a41-4b52-8d7c-1f2e3a4b5c6']),
    ...breaking('format', ['3d0c7f6e-9a41-4b52-8d7c-1f2e3a4b5c6g', '3d0c7f6e-9a41-4b52-8d7c-1f2e3a4b5c6d ']),
    ...notText,
  ],
};

export const texts: Kind = {
  name: 'texts',
  right: [[], ['A'], ['A', 'A'], ['', 'Loft conversion']],
  wrong: [
    ...breaking('type', [null, 'A', '', 1, true, {}, { 0: 'A' }]),
    ...breaking('type', [[1], [null], [['A']], [{}]], '/0'),
    ...breaking(
      'type',
      [
        ['A', null],
        ['A', false],
      ],
      '/1',
    ),
  ],
};

export const object: Kind = {
  name: 'object',
  right: [{}, { unlisted: null, other: [1, { deep: true }] }],
  wrong: notObject,
};

export const objects: Kind = {
  name: 'objects',
  right: [[], [{}], [{}, { unlisted: null }]],
  wrong: [
    ...breaking('type', [null, {}, { 0: {} }, 'text', 1, true]),
    ...breaking('type', [['text'], [null], [[]]], '/0'),
    ...breaking('type', [[{}, 1]], '/1'),
  ],
};

/** A location: the only object that must not have additional properties (catalogue 2.1, rule 1). */
export const location: Kind = {
  name: 'location',
  right: [
    {},
    { latitude: 51.5 },
    { longitude: -0.1 },
    { latitude: 51.5, longitude: -0.1 },
    { latitude: 1000, longitude: -1000 },
  ],
  wrong: [
    ...notObject,
    ...breaking('type', ['53.2131,-1.6752', [53.2131, -1.6752]]),
    ...breaking('additionalProperties', [{ altitude: 12 }, { latitude: 1, altitude: null }], '/altitude'),
    ...breaking('additionalProperties', [{ Latitude: 51.5 }], '/Latitude'),
    ...breaking('additionalProperties', [{ latitude: 51.5, longitude: -0.1, type: 'Point' }], '/type'),
  ],
};

const anything: readonly unknown[] = [null, true, 0, '', 'text', [], [null], {}, { deep: [{ er: null }] }];

/** A document upload. The documents do not show its fields (catalogue 2.7), so no value is wrong. */
export const upload: Kind = { name: 'upload', right: anything, wrong: [] };

/** A field that the documents leave open or do not list. No value is wrong. */
export const open: Kind = { name: 'open', right: anything, wrong: [] };

const otherCase = (value: string): string =>
  value === value.toLowerCase() ? value.toUpperCase() : value.toLowerCase();

/**
 * A kind with a list of values.
 * @param neighbours - wrong values that resemble right values: synonyms, words of other fields, misspellings
 */
function enumeration(name: string, values: readonly string[], neighbours: readonly string[]): Kind {
  const near = values.flatMap((value) => [otherCase(value), `${value} `, ` ${value}`]);
  const strings = [...new Set([...near, ...neighbours, ''])].filter((value) => !values.includes(value));
  const wrong = breaking('enum', [...strings, null, 1, true, false, [], [values[0]], {}]);
  return { name, right: values, wrong };
}

export const yesNo = enumeration(
  'yes-no',
  ['yes', 'no'],
  ['Yes', 'No', 'y', 'n', 'true', 'false', 'not known'],
);

export const capitalYesNo = enumeration(
  'Yes-No',
  ['Yes', 'No'],
  ['YES', 'NO', 'Y', 'N', 'True', 'Not known', 'Pending'],
);

export const oneOf = (values: readonly string[], neighbours: readonly string[]): Kind =>
  enumeration('one-of', values, neighbours);

export function form(editions: readonly string[], neighbours: readonly string[]): Kind {
  const types = [...neighbours, ...editions.map(otherCase), '', null, 6];
  return {
    name: 'form',
    right: editions.flatMap((type) => [{ type }, { type, unlisted: [null] }]),
    wrong: [
      ...notObject,
      ...breaking('required', [{}, { edition: editions[0] }], '/type'),
      ...types.map((type): WrongValue => ({ value: { type }, keyword: 'enum', at: '/type' })),
    ],
  };
}

export const tenancyCapacity = oneOf(
  [
    'sole ownership',
    'joint tenants',
    'tenants in common in equal shares',
    'tenants in common in unequal shares',
  ],
  [
    'tenants in common',
    'joint tenancy',
    'Sole ownership',
    'sole',
    'sole owner',
    'tenants-in-common-in-equal-shares',
  ],
);

export const mortgageStatus = oneOf(
  ['not started', 'in principle', 'approved'],
  ['Approved', 'not-started', 'agreed in principle', 'offered', 'declined'],
);

export const boundaryResponsibility = oneOf(
  ['seller', 'neighbour', 'shared', 'not known'],
  ['Seller', 'neighbor', 'buyer', 'notKnown', 'Not known', 'unknown', 'yes'],
);

export const listingGrade = oneOf(
  ['grade I', 'grade II*', 'grade II'],
  ['Grade I', 'Grade II*', 'grade 2*', 'grade II *', 'grade III', 'II', 'grade A'],
);

export const partyType = oneOf(
  ['individual', 'company'],
  ['person', 'Individual', 'Company', 'trust', 'firm'],
);
