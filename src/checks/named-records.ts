import { getCaseData, getOrganisation, listCases } from '../api/calls.ts';
import { deviates, handoverKind, handsOver, isSuccess, jsonOf } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import type { Session } from '../harness/session.ts';
import { listedCases } from '../harness/target.ts';
import { holdsIdentifier, toldIdentifiers } from '../rules/listed-identifiers.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Refused } from './refused.ts';

/**
 * That a refusal of the list of cases, or of the organisation, names no case or client of it: none that is configured, and
 * no entry of the list. A refusal may name the organisation, and whom to ask: who is named where nothing was asked for
 * that is there, too, is nobody of the list. Nothing is asked for that, unless a refusal holds an identifier.
 * @param requirement - the row by which it is refused
 */
export async function* namesNoRecord(
  session: Session,
  { reply, accepted, credentials }: Refused,
  requirement: string,
): AsyncIterable<Judgement> {
  // What holds all of it is told as such.
  if (isSuccess(reply) || handsOver(reply, accepted)) return;
  const told = toldIdentifiers(reply);
  if (told.length === 0) return;
  const { target } = session;
  const configured = [...target.clients, ...listedCases(target).map(({ id }) => id)];
  const isConfigured = (id: string): boolean => configured.some((one) => holdsIdentifier(one, id));
  if (!told.some(isConfigured) && !(await isOfTheList(session, told, credentials))) return;
  const words = 'The body must be a refusal alone, but names a case or client of the organisation';
  yield deviates(reply, requirement, words, '', handoverKind(reply));
}

async function isOfTheList(
  session: Session,
  told: readonly string[],
  credentials: Refused['credentials'],
): Promise<boolean> {
  const list = await session.sendOnce(listCases(), 'member');
  const entries = isSuccess(list) ? entriesIn(jsonOf(list)) : [];
  const listed = told.filter((id) => entries.some((entry) => holdsIdentifier(entry, id)));
  if (listed.length === 0) return false;
  const own = await session.sendOnce(getOrganisation(), 'member');
  const absent = await session.sendOnce(getCaseData(session.unusedIdentifier('case')), credentials);
  return listed.some((id) => ![own, absent].some(({ text }) => holdsIdentifier(text, id)));
}

/** The identifiers of the entries of a list, and of nothing else that an entry names, such as its organisation. */
function entriesIn(value: unknown): string[] {
  if (!Array.isArray(value))
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(entriesIn) : [];
  return value
    .flatMap((entry) => [entry, memberOf(entry, 'id'), memberOf(entry, 'caseId')])
    .filter((id) => typeof id === 'string');
}
