import type { JsonObject } from '../src/reference/json.ts';
import type { Behaviour, Fault } from './behaviour.ts';
import { mapTexts, only, storingPatch, withAddress } from './client-behaviours.ts';
import { faultsOf } from './rows.ts';

/**
 * Services that store texts in a normal form of a public standard. This leads to advice and not to a deviation, so each
 * service is also a variant.
 */
export const normalisingServices: readonly Fault[] = [
  ...faultsOf({ requirement: 'text-spaces', pointer: '/lastName', unseenBy: 'verify' })(
    'texts-trimmed',
    'Texts are kept without the spaces around them',
    inForm((text) => text.trim()),
  ),
  ...faultsOf({ requirement: 'text-normalization-form', pointer: '/lastName', unseenBy: 'verify' })(
    'texts-composed',
    'Texts are kept in the normalization form C',
    inForm((text) => text.normalize('NFC')),
  ),
  ...faultsOf({ requirement: 'text-line-breaks', pointer: '/lastName', unseenBy: 'verify' })(
    'texts-line-feeds',
    'Texts are kept with line feeds for other line breaks',
    inForm((text) => text.replaceAll(/\r\n?/g, '\n')),
  ),
  ...faultsOf({ requirement: 'email-letter-case', pointer: '/emailAddress', unseenBy: 'verify' })(
    'texts-email-lower-case',
    'An e-mail address is kept in lower case',
    normalisingField('emailAddress', (text) => text.toLowerCase()),
  ),
  ...faultsOf({ requirement: 'postcode-form', pointer: '/address/postcode', unseenBy: 'verify' })(
    'texts-postcode-formatted',
    'A postcode is kept as it is usually written',
    normalisingField('postcode', formatted),
  ),
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
