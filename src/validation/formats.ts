import { fullFormats } from 'ajv-formats/dist/formats.js';

/**
 * RFC 4122 section 3, without the `urn:uuid:` that the stock format also takes: the description speaks of the
 * UUID itself.
 */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * A mailbox of RFC 5321 section 4.1.2. The stock format refuses what the standard allows: a quoted local part, an
 * address literal, a domain of one label. Refusing those would be a false alarm.
 */
const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const quoted = '"(?:[ !#-\\[\\]-~]|\\\\[ -~])*"';
const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const literal = '\\[[!-Z^-~]+\\]';
const mailbox = new RegExp(
  `^(?:${atom}(?:\\.${atom})*|${quoted})@(?:${label}(?:\\.${label})*|${literal})$`,
  'i',
);

/** Far above what section 4.5.3.1 grants a mailbox. On a text of millions the expression would exhaust the stack. */
const longestMailbox = 1_000;

const email = (text: string): boolean => text.length <= longestMailbox && mailbox.test(text);

/** The formats of the description, by name. A format that is not here makes the description fail to compile. */
export const formats = { uuid, email, date: fullFormats.date } as const;
