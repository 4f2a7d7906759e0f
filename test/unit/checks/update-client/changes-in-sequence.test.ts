import { describe, expect, test } from 'vitest';
import { changesInSequence } from '../../../../src/checks/update-client/making-changes.ts';
import { type ObservedChange, patchOf } from '../../../../src/rules/client-change.ts';
import { Undecidable } from '../../../../src/trace/gap.ts';
import { clientsWith, type Deviance, first, isChange, records } from '../../harness/hand-made-clients.ts';
import { sessionWith } from '../../harness/hand-made-session.ts';

const bodies = [{ title: 'Ms' }, { firstName: 'Robin' }, { lastName: 'Tester' }, { companyName: 'Sample' }];
const plans = bodies.map((body) => ({ bodyFrom: () => body }));
const before = records[first] ?? {};

interface Changed {
  readonly changes: readonly ObservedChange[];
  readonly sent: readonly string[];
  readonly error?: unknown;
}

async function changed(deviance?: Deviance, thorough = false, of = plans): Promise<Changed> {
  const { answer, target, asked } = clientsWith(deviance, { [first]: before });
  const changes: ObservedChange[] = [];
  const sent = (): string[] => asked.map(({ body }) => Object.keys(JSON.parse(body)).join());
  try {
    const session = sessionWith(answer, target, { thorough });
    for await (const change of changesInSequence(session, { client: first, before }, of))
      changes.push(change);
    return { changes, sent: sent() };
  } catch (error) {
    return { changes, sent: sent(), error };
  }
}

const inOrder = ['title', 'firstName', 'lastName', 'companyName'];
const readEach = inOrder.flatMap((field) => [field, '']);

describe('changes that are answered as they should be', () => {
  test('are read back in the end', async () => {
    const { changes, sent } = await changed();
    expect(sent).toEqual([...inOrder, '']);
    expect(changes.map(patchOf)).toEqual(bodies);
    for (const [index, change] of changes.slice(1).entries())
      expect(change.before).toEqual(changes[index]?.after.record);
    expect(changes.at(-1)?.after.reply.call.body).toBe('{}');
  });

  test('are read back one by one in a thorough run', async () => {
    expect((await changed(undefined, true)).sent).toEqual(readEach);
  });

  test('are read back where one is refused, and go on', async () => {
    const { changes, sent } = await changed(({ body }) => (body.includes('Robin') ? [422, ''] : undefined));
    expect(sent).toEqual(['title', 'firstName', '', 'lastName', 'companyName', '']);
    expect(changes.map(({ answer }) => answer.reply.status)).toEqual([200, 422, 200, 200]);
  });

  test('are read back where an answer shows less, or more, than a reading', async () => {
    const less: Deviance = ({ client, body }, held) => {
      if (body === '{}') return undefined;
      held.set(client, { ...held.get(client), ...JSON.parse(body) });
      return [200, JSON.stringify({ id: client, ...JSON.parse(body) })];
    };
    expect((await changed(less)).sent).toEqual(readEach);
    const more: Deviance = (change, held) => {
      const shown = { ...held.get(first), ...JSON.parse(change.body) };
      held.set(first, shown);
      return [200, JSON.stringify(isChange(change) ? { ...shown, occupation: 'Tester' } : shown)];
    };
    const found = await changed(more);
    expect(found.sent).toEqual(readEach);
    expect(found.changes).toHaveLength(4);
  });
});

describe('changes that are not', () => {
  const forgetful: Deviance = ({ client, body }, held) => {
    const { lastName, ...others } = JSON.parse(body);
    if (lastName === undefined) return undefined;
    held.set(client, { ...held.get(client), ...others });
    return [200, JSON.stringify({ ...held.get(client), lastName })];
  };

  test('are made again, and read back one by one', async () => {
    const { changes, sent } = await changed(forgetful);
    // The answer to the fourth change shows another last name than the answer to the third.
    expect(sent).toEqual([...inOrder, '', ...readEach]);
    const wrong = changes.filter(({ body, after }) =>
      Object.entries(body as object).some(([field, value]) => after.record?.[field] !== value),
    );
    expect(wrong.map(patchOf)).toEqual([{ lastName: 'Tester' }]);
  });

  test('are not made again where it is the first', async () => {
    const { sent } = await changed(({ client, body }, held) =>
      body.includes('Ms') ? [200, JSON.stringify(held.get(client))] : undefined,
    );
    expect(sent).toEqual(readEach);
  });

  test('are told as they were seen where they are right the second time', async () => {
    let isFirst = true;
    const { changes, sent } = await changed(({ client, body }, held) => {
      if (!body.includes('Tester') || !isFirst) return undefined;
      isFirst = false;
      return [200, JSON.stringify(held.get(client))];
    });
    expect(sent).toEqual(['title', 'firstName', 'lastName', '', ...readEach]);
    const lost = changes.filter(({ after }) => after.record?.lastName === 'Bhandari').map(patchOf);
    expect(lost).toEqual([
      { title: 'Ms' },
      { firstName: 'Robin' },
      { lastName: 'Tester' },
      ...bodies.slice(0, 2),
    ]);
    expect(changes.at(-1)?.after.record).toMatchObject({ lastName: 'Tester', companyName: 'Sample' });
  });

  test('end where the client cannot be read back any more', async () => {
    let isGone = false;
    const { changes, sent } = await changed(({ body }) => {
      isGone ||= body.includes('Robin');
      return isGone ? [404, ''] : undefined;
    });
    expect(sent).toEqual(['title', 'firstName', '']);
    expect(changes.at(-1)?.after.record).toBeUndefined();
  });

  test('are told as far as they were seen where the target falls silent', async () => {
    let seen = 0;
    const { changes, error } = await changed((...change) => {
      seen += 1;
      if (seen > 6) throw new Undecidable('throttled', 'Later.');
      return forgetful(...change);
    });
    expect(error).toMatchObject({ reason: 'throttled' });
    // The three right changes, and the change after the wrong one. No reading shows the wrong change any more.
    expect(changes.map(patchOf)).toEqual(bodies);
  });
});
