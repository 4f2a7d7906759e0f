import { fullFormats } from 'ajv-formats/dist/formats.js';

/** The form of RFC 4122, section 3. ajv-formats also accepts a `urn:uuid:` prefix, which the documents do not allow. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * A mailbox of RFC 5321, section 4.1.2, with non-ASCII letters as in RFC 6531, section 3.3. ajv-formats refuses valid
 * addresses (a quoted local part, an address literal, a domain of one label), which would be false alarms. Spaces and
 * invisible characters of any script are refused.
 */
const beyond = '[^\\0-\\x7f\\p{Z}\\p{C}]';
const atom = `(?:[a-z0-9!#$%&'*+/=?^_\`{|}~-]|${beyond})+`;
const quoted = '"(?:[ !#-\\[\\]-~]|\\\\[ -~])*"';
const alphanumeric = `(?:[a-z0-9]|${beyond})`;
const label = `${alphanumeric}(?:(?:${alphanumeric}|-)*${alphanumeric})?`;
const literal = '\\[[!-Z^-~]+\\]';
const mailbox = new RegExp(
  `^(?:${atom}(?:\\.${atom})*|${quoted})@(?:${label}(?:\\.${label})*|${literal})$`,
  'iu',
);

/**
 * Far above the limit of 254 in RFC 5321, section 4.5.3.1. The regular expression would overflow its stack on a text of
 * millions of characters.
 */
const maxMailboxLength = 1_000;

const email = (text: string): boolean => text.length <= maxMailboxLength && mailbox.test(text);

const { validate: date } = fullFormats.date as { readonly validate: (text: string) => boolean };

export const formats = { uuid: (text: string): boolean => uuid.test(text), email, date } as const;
