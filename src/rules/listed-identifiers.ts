import type { Reply } from '../harness/session.ts';

/**
 * Whether a list shows what stands in the list of another caller, and nothing besides.
 * @param own - lists of the same caller, which show nothing of that themselves
 */
export function isListOfAnother(list: Reply, ofAnother: readonly Reply[], own: readonly Reply[]): boolean {
  const known = new Set(own.flatMap((one) => [...identifiersIn(one)]));
  const theirs = new Set(ofAnother.flatMap((one) => [...identifiersIn(one)]));
  const shown = [...identifiersIn(list)];
  return shown.every((id) => theirs.has(id)) && shown.some((id) => !known.has(id));
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The same answer without the identifiers that its query sent: to say them again tells nothing. */
export function withoutSent(reply: Reply): Reply {
  const sent = decoded(reply.call.query ?? '')
    .toLowerCase()
    .match(uuid);
  if (sent === null) return reply;
  return { ...reply, text: sent.reduce((text, id) => text.replaceAll(new RegExp(id, 'gi'), ''), reply.text) };
}

function decoded(query: string): string {
  try {
    return decodeURIComponent(query);
  } catch {
    return query;
  }
}

/** The UUIDs that an answer shows: identifiers of cases, and of whatever stands beside them. */
function identifiersIn({ text }: Pick<Reply, 'text'>): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(uuid) ?? []);
}
