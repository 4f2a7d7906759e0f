import { updateClient } from '../../api/calls.ts';
import { undecided } from '../../harness/assertions.ts';
import type { About, Check, Judgement } from '../../harness/check.ts';
import { checkOf } from '../../harness/judged.ts';
import type { Session } from '../../harness/session.ts';
import { readClientRecord, recordIn } from '../../rules/client-record.ts';
import { emptyPatch } from '../../rules/operations.ts';
import { judgeStatement, unnamed } from '../../rules/statements.ts';
import { rowsWithin } from '../../schema/places.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable } from '../../trace/gap.ts';
import { changeSeries } from './change-series.ts';

/** The checks of a client record's contents: one for each statement, of every record that the run is shown. */
export function clientRecordChecks({
  schemaNamed,
  requirementNamed,
  requirementOfOperation,
}: Specification): Check[] {
  const ofOperation = requirementOfOperation('updateClient');
  return (
    [...rowsWithin(schemaNamed('Client'))]
      // That it is a record at all is judged where it is asked for.
      .filter(([row]) => requirementNamed(row).standing === 'specified')
      .map(([row, example]) =>
        checkOf<Exchange>({
          id: `updateClient.record.${row}`,
          title: `Client record: ${row === ofOperation ? unnamed(example) : requirementNamed(row).text}`,
          operation: 'updateClient',
          requirements: [row],
          needs: ['a client', 'writes'],
          stage: 'change',
          probe: async function* (session) {
            const { replies, broken } = await repliesWithRecords(session);
            yield* replies;
            if (broken !== undefined) throw broken;
          },
          itemOf: (reply) => (reply.status === 200 && recordIn(reply) !== undefined ? reply : undefined),
          rule: (replies, about) => judgeRecords(replies, about, row, example),
        }),
      )
  );
}

function* judgeRecords(
  replies: readonly Exchange[],
  { specification, isCutShort }: About,
  row: string,
  example: string,
): Iterable<Judgement> {
  const judgements = replies.flatMap((reply) =>
    judgeStatement(reply, row, readClientRecord(specification, recordIn(reply))),
  );
  yield* judgements;
  if (judgements.length > 0 || isCutShort) return;
  yield undecided('no-data', `List a fuller client in clients: none shows ${example}.`);
}

/** The answers to the member's changes that show a record, and why there are no more of them. */
interface RecordReplies {
  readonly replies: readonly Exchange[];
  readonly broken?: Undecidable;
}

async function repliesWithRecords(session: Session): Promise<RecordReplies> {
  const readings = await Promise.all(
    session.target.clients.map((client) => session.sendOnce(updateClient(client, emptyPatch), 'member')),
  );
  const { replies, broken } = await repliesToChanges(session);
  return {
    replies: [...readings, ...replies].filter((reply) => recordIn(reply) !== undefined),
    // Why a series came to its end is told by the checks of changes; that there is none, by whoever wants its records.
    ...(broken === undefined ? {} : { broken }),
  };
}

/** What is read is judged also where nothing can be changed. */
async function repliesToChanges(session: Session): Promise<RecordReplies> {
  try {
    const { changes, otherClients } = await session.share(changeSeries);
    return {
      replies: [
        ...new Set(changes.flatMap(({ answer, after }) => [answer.reply, after.reply])),
        ...otherClients.map(({ after }) => after.reply),
      ],
    };
  } catch (error) {
    if (error instanceof Undecidable) return { replies: [], broken: error };
    throw error;
  }
}
