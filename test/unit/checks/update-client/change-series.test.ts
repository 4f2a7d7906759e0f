import { describe, expect, test } from 'vitest';
import { changeSeries } from '../../../../src/checks/update-client/change-series.ts';
import type { Observation } from '../../../../src/harness/session.ts';
import { patchOf } from '../../../../src/rules/client-change.ts';
import { changeableFields } from '../../../../src/rules/client-record.ts';
import type { ChangeSeries } from '../../../../src/rules/series-rules.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { Undecidable } from '../../../../src/trace/gap.ts';
import {
  clientCheck,
  clientsWith,
  type Deviance,
  first,
  type HandMadeClients,
  ofFirst,
  records,
  restoring,
  second,
} from '../../harness/hand-made-clients.ts';
import { judgedIn, sessionWith } from '../../harness/hand-made-session.ts';

type Changed = ChangeSeries & { readonly observations: readonly Observation[] };

async function seriesOf({ answer, target }: HandMadeClients, thorough = true): Promise<Changed> {
  const session = sessionWith(answer, target, { thorough });
  const series = await changeSeries(session);
  const share = async <Value>(): Promise<Value> => series as Value;
  const check = clientCheck('answer');
  return { ...series, observations: (await judgedIn(check, { ...session, share })).observations };
}

const isTransition = ({ requirement }: Observation): boolean => requirement === 'client-status-transitions';
const isNewFirstName = (body: string): boolean => body.startsWith('{"firstName"') && !body.includes('Jacob');

const vanishing = (): Deviance => {
  let isGone = false;
  return ({ body }) => {
    isGone ||= isNewFirstName(body);
    return isGone && body === '{}' ? [500, ''] : undefined;
  };
};

const only = (deviance?: Deviance, of = ofFirst): Promise<Changed> => seriesOf(clientsWith(deviance, of));

const firstChanges = 1 + changeableFields(bundled).length + 1;

describe('a client is changed in a series', () => {
  test('by new values of all fields, of each, and of the address with a line less each', async () => {
    const found = await only();
    const bodies = found.changes.slice(firstChanges).map(patchOf);
    expect(Object.keys(bodies[0] ?? {})).toEqual(changeableFields(bundled));
    const fields = bodies.slice(1, 1 + changeableFields(bundled).length).map((body) => Object.keys(body));
    expect(fields).toEqual(changeableFields(bundled).map((field) => [field]));
    const addresses = bodies
      .slice(1 + changeableFields(bundled).length)
      .map(({ address }) => Object.keys(Object(address)));
    const lines = bundled.fieldsOf('Address');
    // The postcode is left out last.
    expect(addresses).toEqual([
      ...[...lines.filter((line) => line !== 'postcode'), 'postcode'].map((line) =>
        lines.filter((one) => one !== line),
      ),
      ['line_2'],
      [],
    ]);
    expect(found.broken).toBeUndefined();
    expect(found.otherClients).toEqual([]);
  });

  test('with values that differ from what is shown', async () => {
    const { changes } = await only();
    for (const step of changes.slice(firstChanges)) {
      const patch = patchOf(step);
      for (const field of changeableFields(bundled))
        if (patch[field] !== undefined) expect(patch[field]).not.toEqual(step.before[field]);
    }
    for (const [index, step] of changes.slice(1).entries())
      expect(step.before).toEqual(changes[index]?.after.record);
  });

  test('and what it is answered is observed', async () => {
    const { observations } = await only(({ body }) =>
      body.startsWith('{"title":"D') ? [422, ''] : undefined,
    );
    const values = Object.fromEntries(observations.map(({ subject, value }) => [subject, value]));
    expect(values).toMatchObject({
      'updateClient with new values of all fields': expect.stringMatching(/^(accepted|422)$/),
      'updateClient with a new lastName': 'accepted',
      'updateClient with an address without uprn': 'accepted',
      'updateClient with an address without any line': 'accepted',
    });
    expect(observations.map(({ requirement }) => requirement)).toEqual([
      ...Array(1 + changeableFields(bundled).length).fill('update-and-create-errors'),
      // Each line is left out alone and, but for one, together with others; and then any.
      ...Array(2 * bundled.fieldsOf('Address').length).fill('address-fields-required'),
    ]);
  });

  test('and refusals are observed as their statuses', async () => {
    let isOpen = true;
    const { observations } = await only(({ body }) => {
      // Refuses all changes after the last change that sends original values.
      if (body.includes('address') && body.includes('lastName')) isOpen = body.includes('Bhandari');
      return isOpen || body === '{}' ? undefined : [409, ''];
    });
    expect(new Set(observations.map(({ value }) => value))).toEqual(new Set(['409']));
    expect(observations).toHaveLength(
      2 + changeableFields(bundled).length + bundled.fieldsOf('Address').length,
    );
  });

  test('and a status that goes with a change is observed', async () => {
    const { observations } = await only(({ client, body }, held) => {
      if (body.startsWith('{"emailAddress":"') && !body.includes('jacob'))
        held.set(client, { ...held.get(client), status: 'Unverified' });
      return undefined;
    });
    expect(observations.filter(isTransition)).toMatchObject([
      { subject: 'updateClient with emailAddress', value: 'the status changes' },
    ]);
  });

  test('by all fields where it has two', async () => {
    const of = { [first]: { id: first, title: 'Mr', lastName: 'Sample' } };
    const { changes } = await seriesOf(clientsWith(undefined, of, restoring));
    // The first five changes are an empty one, the rehearsal, and two that send original values.
    expect(changes.slice(5).map((step) => Object.keys(patchOf(step)))).toEqual([
      ['title', 'lastName'],
      ['title'],
      ['lastName'],
    ]);
  });

  test('not by fewer lines of an address that has one, or that cannot be changed', async () => {
    const lines = bundled.fieldsOf('Address').map((line) => [line, line === 'line_1' ? '1 Street' : '']);
    const of = { [first]: { id: first, address: Object.fromEntries(lines) } };
    const { changes } = await seriesOf(clientsWith(undefined, of, restoring));
    expect(changes.slice(3).map(patchOf)).toEqual([{ address: { line_1: expect.any(String) } }]);
    const refusing: Deviance = ({ body }) => (body.startsWith('{"address"') ? [400, ''] : undefined);
    const closed = await seriesOf(clientsWith(refusing, ofFirst, restoring));
    const changed = closed.changes.map(patchOf);
    const own = { address: ofFirst[first]?.address };
    // The original address was sent alone, and with all fields.
    expect(changed.filter(({ address }) => address !== undefined)).toMatchObject([own, own]);
  });

  test('and nothing is observed of a status that is not shown', async () => {
    const { observations } = await only(vanishing());
    expect(observations.filter(isTransition)).toEqual([]);
  });

  test('not by all fields where it has but one, and not by fewer lines where it has but one', async () => {
    const of = { [first]: { id: first, title: 'Mr' } };
    const { changes } = await seriesOf(clientsWith(undefined, of, restoring));
    const fields = changes.map((change) => Object.keys(patchOf(change)).join());
    expect(fields).toEqual(['', 'title', 'title', 'title']);
  });

  test('until it cannot be read back any more', async () => {
    const { changes, broken } = await only(vanishing());
    expect(changes.at(-1)?.after.record).toBeUndefined();
    expect(Object.keys(patchOf(changes.at(-1) ?? (changes[0] as never)))).toEqual(['firstName']);
    expect(broken).toBeUndefined();
  });

  test('until the target falls silent', async () => {
    const throwing = (error: Error) =>
      only(({ body }) => {
        if (isNewFirstName(body)) throw error;
        return undefined;
      });
    const silent = await throwing(new Undecidable('throttled', 'Later.'));
    expect(silent.broken).toMatchObject({ reason: 'throttled' });
    expect(Object.keys(Object(silent.changes.at(-1)?.body))).toEqual(['title']);
    await expect(throwing(new TypeError('Broken.'))).rejects.toThrow('Broken.');
  });

  test('not, where the target fell silent before that', async () => {
    const found = await seriesOf(
      clientsWith(({ body, client }) => {
        if (client === second && body === '{"title":"Mrs"}') throw new Undecidable('throttled', 'Later.');
        return undefined;
      }),
    );
    expect(found.broken).toMatchObject({ reason: 'throttled' });
    expect(found.changes.filter(({ client }) => client === second).map(patchOf)).toEqual([{}]);
  });
});

describe('an address that is changed alone of another client', () => {
  const both = { ...ofFirst, [second]: { ...records[first], id: second } };
  const sentOfSecond = async (deviance?: Deviance): Promise<string[][]> => {
    const { changes } = await seriesOf(clientsWith(deviance, both), false);
    return changes
      .filter(({ client, before, body }) => client === second && Object(body).title !== before.title)
      .map((change) => Object.keys(patchOf(change).address ?? {}))
      .filter((lines) => lines.length > 0);
  };

  test('is changed together with all fields by one that lacks lines', async () => {
    expect(await sentOfSecond()).toEqual([['line_1', 'line_3', 'post_town', 'postcode']]);
  });

  test('and by a whole one, where that is refused', async () => {
    const strict: Deviance = ({ body }) => {
      const { address } = JSON.parse(body);
      return address !== undefined && Object.keys(address).length < 7 ? [400, ''] : undefined;
    };
    expect((await sentOfSecond(strict)).map((lines) => lines.length)).toEqual([4, 7]);
  });
});

describe('other clients', () => {
  test('are looked at before their own changes, and after those of each other client', async () => {
    const { otherClients } = await seriesOf(clientsWith());
    const looks = otherClients.map(({ after }) => after.record?.id);
    // Three readings: of the second client before its own first changes, of the first client after all changes of the
    // second, and of the second client at the end.
    expect(looks).toEqual([second, first, second]);
    for (const { before, after } of otherClients) expect(after.record).toEqual(before);
  });

  test('are told from the client that is changed', async () => {
    const service = clientsWith(({ client, body }, held) => {
      if (client === second && body !== '{}' && body !== '{"title":"Mrs"}')
        held.set(first, { ...held.get(first), companyName: 'Other' });
      return undefined;
    });
    const { otherClients } = await seriesOf(service);
    const changed = otherClients.filter(
      ({ before, after }) => before.companyName !== after.record?.companyName,
    );
    expect(changed.map(({ after }) => after.record?.id)).toEqual([first, first].slice(0, changed.length));
    expect(changed.length).toBeGreaterThan(0);
  });

  test('that cannot be read back are not looked at again', async () => {
    let readings = 0;
    const service = clientsWith(({ client, body }) => {
      if (client === first && body === '{}') readings += 1;
      // The first client can be read at first, four times again, and after each of its first changes. Then it is gone.
      return client === first && body === '{}' && readings > 4 + firstChanges ? [404, ''] : undefined;
    });
    const { otherClients, changes } = await seriesOf(service);
    const ofFirst = otherClients.filter(({ after }) => after.reply.call.path.includes(first));
    expect(ofFirst.map(({ after }) => after.record)).toEqual([undefined]);
    expect(
      changes.filter(({ client }) => client === first).every(({ after }) => after.record !== undefined),
    ).toBe(true);
  });
});

describe('a series that is not thorough', () => {
  const quick = (deviance?: Deviance, of: typeof records = ofFirst): Promise<Changed> =>
    seriesOf(clientsWith(deviance, of), false);

  test('changes each field alone, and sends the address without some lines at once', async () => {
    const { changes } = await quick();
    const bodies = changes.map(patchOf).filter((body) => Object.keys(body).length === 1);
    expect(bodies.map((body) => Object.keys(body)).slice(0, 7)).toEqual(
      changeableFields(bundled).map((field) => [field]),
    );
    const lines = bodies.slice(7).map(({ address }) => Object.keys(Object(address)));
    expect(lines).toEqual([
      // `county` is sent empty.
      ['line_1', 'line_3', 'post_town', 'postcode', 'county'],
      ['line_2'],
      // With disposable data, no address is shortened.
      [],
    ]);
  });

  test('changes each field alone of one client, and all of every client', async () => {
    const { changes } = await quick(undefined, { ...records, [second]: { ...records[first], id: second } });
    const sent = changes
      .filter(({ client }) => client === second)
      .map((change) => Object.keys(patchOf(change)));
    // An empty change, all fields with their original values, and all with new ones.
    expect(sent.map(({ length }) => length)).toEqual([0, 7, 7]);
  });

  test('tries the field that is refused with what it shows, and each line that an address lacks', async () => {
    const { changes, observations } = await quick(({ body }) => {
      const { address, ...others } = JSON.parse(body);
      if (body.startsWith('{"title"') && Object.keys(others).length === 1) return [400, ''];
      return address !== undefined && address.uprn === undefined ? [422, ''] : undefined;
    });
    const own = changes.filter(
      ({ body, before }) => JSON.stringify(body) === JSON.stringify({ title: before.title }),
    );
    expect(own.map(({ answer }) => answer.reply.status)).toEqual([400]);
    const values = Object.fromEntries(observations.map(({ subject, value }) => [subject, value]));
    expect(values).toMatchObject({
      'updateClient with an address without uprn': '422',
      'updateClient with an address without line_2': 'accepted',
      'updateClient with an address without line_1': 'accepted',
    });
  });
});
