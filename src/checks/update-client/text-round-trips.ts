import { isSuccess } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import { Undecidable } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import {
  answersWithTheRecord,
  changesNothing,
  replacesAddress,
  takesFields,
} from '../../rules/change-rules.ts';
import { type ObservedChange, observeChange, type Patch, readBack } from '../../rules/client-change.ts';
import type { ChangeableField } from '../../rules/client-record.ts';
import type { Specification } from '../../specification/specification.ts';
import { type ChangeableClient, changeableClients, mostChangeable } from './changeable-clients.ts';
import { atLeastOne, nothingToChange } from './nothing-to-change.ts';

/** Texts that a careless service does not keep as they are; names of people and places hold all of these. */
const texts: readonly { readonly id: string; readonly text: string }[] = [
  { id: 'letters beyond ASCII', text: 'Zoë Łukasiewicz Ñandú-Þórsdóttir' },
  { id: 'other scripts', text: 'Ελένη Ковальчук 山田 محمد' },
  { id: 'characters beyond the basic plane', text: 'Kim 𠮷野 🏡' },
  { id: 'quotes and backslashes', text: String.raw`O'Brien "Jim" \ D’Arcy \n` },
  { id: 'markup', text: 'Sample & <b>Sons</b> &amp; Daughters' },
  { id: 'signs of queries and templates', text: '50%20 -- {{name}}; %s' },
  { id: 'spaces within', text: 'van  der   Berg' },
  { id: 'no characters', text: '' },
  { id: 'leading zeros', text: '00417' },
  { id: 'a word of programs', text: 'Null' },
  { id: 'two hundred characters', text: 'Sample-'.repeat(29).slice(0, 200) },
];

/** Fields whose texts nothing but their being strings is said of, and that people choose freely. */
const freeTexts: readonly ChangeableField[] = ['firstName', 'lastName', 'companyName'];

/** Texts come back as they were sent. Which of them a target refuses is open: there may be limits (interface 8). */
export async function* keepsTexts(session: Session): AsyncIterable<Judgement> {
  const clients = await session.share(changeableClients);
  const one = mostChangeable(
    clients.filter(({ fields }) => fields.some((field) => freeTexts.includes(field) || field === 'address')),
  );
  const otherwise = nothingToChange('a name, a company or an address', session);
  if (one === undefined) throw otherwise;
  yield* atLeastOne(judgeTexts(session, one), otherwise);
}

async function* judgeTexts(session: Session, one: ChangeableClient): AsyncIterable<Judgement> {
  let before = (await readBack(session, one.client)).record;
  let isAccepted = false;
  for (const { id, text } of texts) {
    for (const body of bodiesWith(text, one)) {
      // What cannot be read back any more is not changed any further; the check of answers tells why.
      if (before === undefined) break;
      const change: ObservedChange = await observeChange(session, { ...one, before }, body);
      isAccepted ||= isSuccess(change.answer.reply);
      yield* judgements(session.specification, change);
      observe(session, id, change);
      before = change.after.record;
    }
  }
  if (isAccepted) return;
  throw new Undecidable(
    'control-refused',
    'The target refuses every text that is tried. Its answers are among the observations.',
  );
}

function judgements(specification: Specification, change: ObservedChange): Judgement[] {
  return isSuccess(change.answer.reply)
    ? [takesFields, replacesAddress, answersWithTheRecord].flatMap((rule) => rule(specification, change))
    : changesNothing(specification, change);
}

/** The names at once, the title, which may be one of a list, and what of the address is free. */
function bodiesWith(text: string, { fields, lines, record }: ChangeableClient): Patch[] {
  const named = fields.filter((field) => freeTexts.includes(field));
  const free = lines.filter((line) => line !== 'postcode' && line !== 'uprn');
  const written = Object.fromEntries(free.map((line) => [line, text]));
  return [
    ...(named.length === 0 ? [] : [Object.fromEntries(named.map((field) => [field, text]))]),
    ...(fields.includes('title') ? [{ title: text }] : []),
    ...(fields.includes('address') && free.length > 0
      ? [{ address: { ...(record.address as object | undefined), ...written } }]
      : []),
  ];
}

function observe(session: Session, id: string, { answer, body }: ObservedChange): void {
  const [first = ''] = Object.keys(body as object);
  session.observe({
    requirement: 'limits',
    subject: `updateClient with ${id} in ${freeTexts.includes(first as ChangeableField) ? 'names' : `the ${first}`}`,
    value: isSuccess(answer.reply) ? 'accepted' : String(answer.reply.status),
  });
}
