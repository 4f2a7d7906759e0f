import type { JsonObject } from '../src/reference/json.ts';
import type { Behaviour } from './behaviour.ts';
import { mapTexts, only, storingPatch, withAddress } from './client-behaviours.ts';

/** A service that stores texts in a normal form of a public standard. This leads to advice, not to a deviation. */
type NormalisingService = readonly [
  id: string,
  title: string,
  requirement: string,
  pointer: string,
  behaviour: Behaviour,
];

export const normalisingServices: readonly NormalisingService[] = [
  [
    'texts-trimmed',
    'Texts are kept without the spaces around them',
    'text-spaces',
    '/lastName',
    inForm((text) => text.trim()),
  ],
  [
    'texts-composed',
    'Texts are kept in the normalization form C',
    'text-normalization-form',
    '/lastName',
    inForm((text) => text.normalize('NFC')),
  ],
  [
    'texts-line-feeds',
    'Texts are kept with line feeds for other line breaks',
    'text-line-breaks',
    '/lastName',
    inForm((text) => text.replaceAll(/\r\n?/g, '\n')),
  ],
  [
    'texts-email-lower-case',
    'An e-mail address is kept in lower case',
    'email-letter-case',
    '/emailAddress',
    normalisingField('emailAddress', (text) => text.toLowerCase()),
  ],
  [
    'texts-postcode-formatted',
    'A postcode is kept as it is usually written',
    'postcode-form',
    '/address/postcode',
    normalisingField('postcode', formatted),
  ],
];

function inForm(normalise: (text: string) => string): Behaviour {
  return storingPatch((patch) => mapTexts(patch, normalise));
}

export function normalisingField(field: string, normalise: (text: string) => string): Behaviour {
  return storingPatch((patch) => mapField(patch, field, normalise));
}

export function mapField(object: JsonObject, field: string, change: (text: string) => string): JsonObject {
  const changed = (one: JsonObject): JsonObject => ({ ...one, ...mapTexts(only(one, field), change) });
  return withAddress(changed(object), changed);
}

function formatted(text: string): string {
  const letters = text.replaceAll(' ', '').toUpperCase();
  return `${letters.slice(0, -3)} ${letters.slice(-3)}`;
}
