import { getCaseData } from '../../api/calls.ts';
import { handsOver, held, isSuccess, wrongStatus } from '../../harness/assertions.ts';
import { type Check, checkOf, type Judgement } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import { mapConcurrently } from '../../harness/probe-items.ts';
import type { Sampling } from '../../harness/session.ts';
import { listedCases } from '../../harness/target.ts';
import { rowsOfTurn } from '../../harness/turns.ts';
import type { Exchange } from '../../trace/exchange.ts';

interface WrongIdentifier {
  /** Continues the sentence "An identifier that …". */
  readonly id: string;
  readonly of: (ownCaseId: string) => string;
}

/** Each group provokes a different failure. A normal run tries one identifier of each group. */
const choices: readonly (readonly WrongIdentifier[])[] = [
  [{ id: 'is a condition of SQL', of: (own) => `${own}' OR '1'='1` }],
  [
    { id: 'is a percent sign', of: () => '%' },
    { id: 'is an asterisk', of: () => '*' },
    // The check of missing identifiers also sends a blank, but may end before that.
    { id: 'is a blank', of: () => ' ' },
  ],
  [
    { id: 'is the beginning of one', of: (own) => own.slice(0, 8) },
    { id: 'lacks its last character', of: (own) => own.slice(0, -1) },
    // RFC 9562, section 5.9. Careless software reads it as "none" or as a case for tests.
    { id: 'is the nil UUID', of: () => '00000000-0000-0000-0000-000000000000' },
  ],
  // No valid identifier contains any of these characters, so one request tries them all.
  [{ id: 'has control characters, and letters beyond ASCII', of: () => '\0\r\n\u007f\u{1f600}é' }],
];

const further: readonly WrongIdentifier[] = [
  { id: 'has a wildcard at its end', of: (own) => `${own.slice(0, -1)}_` },
  { id: 'has a percent sign at its end', of: (own) => `${own.slice(0, -4)}%` },
  { id: 'is the end of one', of: (own) => own.slice(-12) },
  { id: 'is one and one more character', of: (own) => `${own}0` },
  { id: 'is an apostrophe', of: () => "'" },
  { id: 'is a quotation mark', of: () => '"' },
  { id: 'is a null character', of: () => '\0' },
  { id: 'is a line break', of: () => '\r\n' },
  { id: 'is a delete character', of: () => '\u007f' },
  { id: 'is a letter beyond ASCII', of: () => 'é' },
  { id: 'is the word null', of: () => 'null' },
  { id: 'is the word undefined', of: () => 'undefined' },
  { id: 'is a zero', of: () => '0' },
  { id: 'is a one', of: () => '1' },
  { id: 'is a negative number', of: () => '-1' },
  { id: 'is an object', of: () => '{"$ne":null}' },
  { id: 'is a template', of: () => '{{7*7}}' },
  { id: 'leads to another path', of: () => '../org' },
  { id: 'is two of them', of: (own) => `${own},${own}` },
  { id: 'is long', of: () => '0'.repeat(1_000) },
];

/** An invalid identifier may be refused in any way, but must not return a record or make the service fail. */
export const identifiersCheck: Check = checkOf<AskedIdentifier>({
  id: 'getCaseData.identifiers',
  title: 'An identifier that is not of a case is answered without a record, and breaks nothing',
  requirements: ['case-data-404-absent'],
  stage: 'during changes',
  needs: ['a case'],
  probe: async function* (session) {
    await provenToken(session, 'member');
    const [{ id: own } = { id: '' }] = listedCases(session.target);
    const ask = async ({ id, of }: WrongIdentifier): Promise<AskedIdentifier> => ({
      id,
      reply: await session.send(getCaseData(of(own)), 'member'),
    });
    yield* mapConcurrently(identifiersFor(session.sampling), ask, 1);
  },
  rule: (tried, { isCutShort }) => [...(isCutShort ? [] : [held]), ...tried.flatMap(namesNoCase)],
});

interface AskedIdentifier extends Pick<WrongIdentifier, 'id'> {
  readonly reply: Exchange;
}

function namesNoCase({ id, reply }: AskedIdentifier): Judgement[] {
  if (!isSuccess(reply) && reply.status < 500 && !handsOver(reply)) return [];
  return [
    wrongStatus(reply, 'case-data-404-absent', `An identifier that ${id} is answered {status}`, {
      context: id,
    }),
  ];
}

function identifiersFor({ thorough, seed }: Sampling): readonly WrongIdentifier[] {
  if (thorough) return [...choices.flat(), ...further];
  return choices.flatMap((among) => rowsOfTurn(among, 1, seed));
}
