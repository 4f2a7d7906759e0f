import { isJsonObject, type JsonObject } from '../reference/json.ts';
import type { Behaviour } from './behaviour.ts';
import { mapTexts, only, taking } from './client-behaviours.ts';

/** A service that stores texts in a form that a public standard names. This is an advisory, not a deviation. */
interface NormalisingService {
  readonly id: string;
  /** Its behaviour in one plain sentence. */
  readonly title: string;
  /** The row of the register that names the standard. */
  readonly requirement: string;
  /** Where a client shows it. */
  readonly pointer: string;
  readonly behaviour: Behaviour;
}

/** Forms for all texts. */
const ofTexts: readonly (readonly [
  requirement: string,
  id: string,
  words: string,
  normalise: (text: string) => string,
])[] = [
  ['text-outer-spaces', 'trimmed', 'without the spaces around them', (text) => text.trim()],
  [
    'text-outer-spaces',
    'trimmed-behind',
    'without the spaces behind them',
    (text) => text.replace(/ +$/, ''),
  ],
  ['text-normalization-form', 'composed', 'in the normalization form C', (text) => text.normalize('NFC')],
  ['text-line-breaks', 'line-feeds', 'with line feeds for other line breaks', withLineFeeds],
  [
    'text-line-breaks',
    'in-every-form',
    'without the spaces around them, in the normalization form C, and with line feeds for other line breaks',
    (text) => withLineFeeds(text.trim().normalize('NFC')),
  ],
];

/** Forms for one field, or one line of an address. */
const ofFields: readonly (readonly [
  requirement: string,
  id: string,
  title: string,
  field: string,
  normalise: (text: string) => string,
])[] = [
  [
    'email-letter-case',
    'email-lower-case',
    'An e-mail address is kept in lower case',
    'emailAddress',
    (text) => text.toLowerCase(),
  ],
  [
    'postcode-form',
    'postcode-upper-case',
    'A postcode is kept in upper case',
    'postcode',
    (text) => text.toUpperCase(),
  ],
  [
    'postcode-form',
    'postcode-formatted',
    'A postcode is kept as it is usually written',
    'postcode',
    formatted,
  ],
];

/** All services that store texts in a standard form of their own. */
export const normalisingServices: readonly NormalisingService[] = [
  ...ofTexts.map(([requirement, id, words, normalise]) => ({
    id: `texts-${id}`,
    title: `Texts are kept ${words}`,
    requirement,
    pointer: '/lastName',
    behaviour: taking((patch) => mapTexts(patch, normalise)),
  })),
  ...ofFields.map(([requirement, id, title, field, normalise]) => ({
    id: `texts-${id}`,
    title,
    requirement,
    pointer: field === 'postcode' ? '/address/postcode' : `/${field}`,
    behaviour: ofField(field, normalise),
  })),
];

function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/** A service that stores this field, or this line of an address, in its own form. */
export function ofField(field: string, normalise: (text: string) => string): Behaviour {
  const inForm = (object: JsonObject): JsonObject => ({
    ...object,
    ...mapTexts(only(object, field), normalise),
  });
  return taking((patch) =>
    isJsonObject(patch.address) ? { ...inForm(patch), address: inForm(patch.address) } : inForm(patch),
  );
}

function formatted(text: string): string {
  const letters = text.replaceAll(' ', '').toUpperCase();
  return `${letters.slice(0, -3)} ${letters.slice(-3)}`;
}
