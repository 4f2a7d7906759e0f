import type { TextGroup } from '../../harness/tricky-texts.ts';
import type { Patch } from '../../rules/client-change.ts';
import type { ChangeableField } from '../../rules/client-record.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { ChangeableClient } from './changeable-clients.ts';

/** A part of a change: what a service may refuse by itself. */
export interface TextPart {
  /** Continues the words "updateClient with … in". */
  readonly id: string;
  readonly patch: Patch;
  /** Whether only texts of some form may stand there, so that who refuses one of ours refuses the next. */
  readonly hasForm: boolean;
}

/** Fields whose texts nothing but their being strings is said of, and that people choose freely. */
export const freeTexts: readonly ChangeableField[] = ['lastName', 'firstName', 'companyName'];

const postcodePart = 'the postcode';

/** The parts of a change of a client to the texts of a group. */
export function partsWith(group: TextGroup, client: ChangeableClient): TextPart[] {
  const { emailAddress, telephoneNumber, postcode } = group;
  const own = memberOf(client.record.address, 'postcode');
  const isPostcode = mayChangeLines(client) && client.lines.includes('postcode');
  return [
    ...freePartsWith(
      (place) => (group.rows[place % group.rows.length] ?? []).map(({ text }) => text).join(' '),
      client,
    ),
    ...(emailAddress === undefined ? [] : partOf('the e-mail address', { emailAddress }, client)),
    ...(telephoneNumber === undefined ? [] : partOf('the telephone number', { telephoneNumber }, client)),
    ...(postcode === undefined || !isPostcode
      ? []
      : partOf(
          postcodePart,
          { address: { postcode: postcode(typeof own === 'string' && own !== '' ? own : 'ZZ1 1ZZ') } },
          client,
        )),
  ];
}

/**
 * The parts of a change of all that is free: the names, the lines of the address but postcode and number, the title.
 * @param textAt - the text for a place among them
 */
export function freePartsWith(textAt: (place: number) => string, client: ChangeableClient): TextPart[] {
  const named = freeTexts.filter((field) => client.fields.includes(field));
  const lines = client.lines.filter((line) => line !== 'postcode' && line !== 'uprn');
  const written = (names: readonly string[], from: number): Patch =>
    Object.fromEntries(names.map((name, index) => [name, textAt(from + index)]));
  return [
    ...(named.length === 0 ? [] : [{ id: 'names', patch: written(named, 0), hasForm: false }]),
    ...(lines.length === 0 || !mayChangeLines(client)
      ? []
      : [{ id: 'the address', patch: { address: written(lines, freeTexts.length + 1) }, hasForm: false }]),
    ...partOf('the title', { title: textAt(freeTexts.length) }, client),
  ];
}

function partOf(id: string, patch: Patch, { fields }: ChangeableClient): TextPart[] {
  const isChangeable = Object.keys(patch).every((field) => fields.includes(field as ChangeableField));
  return isChangeable ? [{ id, patch, hasForm: true }] : [];
}

function mayChangeLines({ fields }: ChangeableClient): boolean {
  return fields.includes('address');
}

/** The body of a change of those parts; of the address, the lines that none of them names stay as they are. */
export function bodyWith(parts: readonly TextPart[], { record }: ChangeableClient): Patch {
  const body = merged(parts);
  if (body.address === undefined) return body;
  return { ...body, address: Object.assign({}, record.address, body.address) };
}

function merged(parts: readonly TextPart[]): Patch {
  const body: Patch = Object.assign({}, ...parts.map(({ patch }) => patch));
  if (body.address === undefined) return body;
  return { ...body, address: Object.assign({}, ...parts.map(({ patch }) => patch.address)) };
}

/** Those of the texts that are ours: a postcode is the client's. */
export function textsOf(parts: readonly TextPart[]): Patch {
  return merged(parts.filter(({ id }) => id !== postcodePart));
}
