import { describe, expect, test } from 'vitest';
import {
  type ChangeableClient,
  changeableClients,
} from '../../../../src/checks/update-client/changeable-clients.ts';
import { patchOf } from '../../../../src/rules/client-change.ts';
import type { ClientRecord } from '../../../../src/rules/client-record.ts';
import {
  clientsWith,
  type Deviance,
  first,
  type HandMadeClients,
  isChange,
  ofFirst,
  records,
  restoring,
  second,
} from '../../harness/hand-made-clients.ts';
import { sessionWith } from '../../harness/hand-made-session.ts';

const changeable = ({ answer, target }: HandMadeClients): Promise<readonly ChangeableClient[]> =>
  changeableClients(sessionWith(answer, target, { thorough: true }));

async function rehearsed(deviance?: Deviance, of: Readonly<Record<string, ClientRecord>> = ofFirst) {
  const service = clientsWith(deviance, of, restoring);
  const [client] = await changeable(service);
  const sent = service.asked.filter(isChange).map(({ body }) => JSON.parse(body) as ClientRecord);
  return { ...service, client, sent };
}

/** A service that stores what is sent, but shows each text as `shows` returns it. */
const showing =
  (shows: (text: string, field: string) => string): Deviance =>
  ({ client, body }, held) => {
    held.set(client, { ...held.get(client), ...JSON.parse(body) });
    const shown = Object.entries(held.get(client) ?? {}).map(([field, value]) => [
      field,
      typeof value === 'string' && !['id', 'status'].includes(field) ? shows(value, field) : value,
    ]);
    return [200, JSON.stringify(Object.fromEntries(shown))];
  };

const telling = /^Sample {2}& {2}<i>Sons<\/i>( of Testerton)+$/;
const quiet = /^Sample( of Upper Testerton)+$/;

describe('a rehearsal', () => {
  test('gives each free text a value of our own and then its own again, that which is missed least first', async () => {
    const { sent, held } = await rehearsed();
    expect(sent.slice(0, 6)).toEqual([
      { companyName: expect.stringMatching(telling) },
      { companyName: 'Bhandari Limited' },
      { firstName: expect.stringMatching(telling) },
      { firstName: 'Jacob' },
      { lastName: expect.stringMatching(telling) },
      { lastName: 'Bhandari' },
    ]);
    expect(Object.fromEntries(held)).toEqual(ofFirst);
  });

  test('tries a plainer value where one is refused, and each only until one is taken', async () => {
    const { sent, client } = await rehearsed(({ body }) => (body.includes('<i>') ? [400, ''] : undefined));
    expect(sent.slice(0, 3)).toEqual([
      { companyName: expect.stringMatching(telling) },
      { companyName: expect.stringMatching(quiet) },
      { companyName: 'Bhandari Limited' },
    ]);
    // A change that is refused for its value is judged like any other. Another refusal shows nothing.
    expect(client?.firstChanges.slice(1, 4).map(patchOf)).toEqual(sent.slice(0, 3));
    const walled = await rehearsed(({ body }) => (body.includes('<i>') ? [403, ''] : undefined));
    expect(walled.client?.firstChanges.slice(1, 3).map(patchOf)).toEqual(walled.sent.slice(1, 3));

    const short = await rehearsed(({ body }) => (/Testerton/.test(body) ? [400, ''] : undefined));
    const ofCompany = short.sent.filter((body) => 'companyName' in body).slice(0, 4);
    expect(ofCompany.map(({ companyName }) => companyName)).toEqual([
      expect.stringMatching(telling),
      expect.stringMatching(quiet),
      expect.stringMatching(/ and Partners \d+ Limited$/),
      'Bhandari Limited',
    ]);
    expect(short.client?.broken).toBeUndefined();
  });

  test('tries one more field where all free texts are refused, and no more', async () => {
    const { sent, client } = await rehearsed(({ body }, held) =>
      /"(companyName|firstName|lastName)":"(?!Bhandari|Jacob)/.test(body) && held.size > 0
        ? [400, '']
        : undefined,
    );
    expect(sent.slice(9, 11)).toEqual([{ title: expect.not.stringMatching(/^Mr$/) }, { title: 'Mr' }]);
    expect(sent.slice(11, 13)).toEqual([{ firstName: 'Jacob' }, { lastName: 'Bhandari' }]);
    expect(client?.broken).toBeUndefined();
  });

  test('is of what is shown alone', async () => {
    const { sent } = await rehearsed(undefined, {
      [first]: { id: first, lastName: 'Bhandari', title: 'Mr' },
    });
    expect(sent.slice(0, 3).flatMap(Object.keys)).toEqual(['lastName', 'lastName', 'title']);
  });

  test.each<[string, (text: string) => string]>([
    ['stars', (text) => `${text.charAt(0)}-hidden`],
    ['capitals', (text) => text.toUpperCase()],
    ['no tags', (text) => text.replaceAll(/<[^>]*>/g, '')],
    ['as much as it was long', (text) => text.slice(0, 16)],
    ['a word', () => 'hidden'],
  ])('sends nothing back that a target shows as %s', async (_how, shows) => {
    const { sent, client } = await rehearsed(showing(shows));
    // One more field is tried, to see whether all are affected. A field that is shown exactly is restored.
    const fields = sent.flatMap(Object.keys);
    expect(fields.slice(0, 4)).toEqual(['companyName', 'firstName', 'lastName', 'title']);
    expect(fields.slice(4)).toEqual(shows('Dr') === 'Dr' ? ['title'] : []);
    for (const body of sent.slice(0, 4))
      for (const [field, value] of Object.entries(body))
        expect(value).not.toBe(shows(String(records[first]?.[field])));
    expect(client?.broken).toMatchObject({
      reason: 'control-refused',
      message: expect.stringMatching(
        /^The client 99a439b3-87fb-4bda-bded-98a31048f0e0 does not show [a-zA-Z, ]+ as sent, although the change was accepted\. It may store other values than it shows\. .* so nothing more is changed\. /,
      ),
    });
  });

  test('names the one field that is not shown, also where others are', async () => {
    const { sent, client } = await rehearsed(
      showing((text, field) => (field === 'firstName' ? 'Jacob' : text)),
    );
    expect(client?.broken?.message).toContain('does not show firstName as sent');
    expect(sent.flatMap(Object.keys)).toEqual([
      ...['companyName', 'companyName', 'firstName', 'lastName', 'lastName'],
    ]);
    expect(client?.firstChanges.map(patchOf)).toEqual([{}, ...sent]);
  });

  test('goes on after a failure of the target, which is to be judged', async () => {
    const { client } = await rehearsed(({ body }) => (body.includes('<i>') ? [500, ''] : undefined));
    const answers = client?.firstChanges.slice(1, 4).map(({ answer }) => answer.reply.status);
    expect(answers).toEqual([500, 200, 200]);
    expect(client?.broken).toBeUndefined();
  });

  test('ends where the client cannot be read back', async () => {
    let readings = 0;
    const { sent } = await rehearsed(({ body }) => {
      if (body === '{}') readings += 1;
      return readings > 2 && body === '{}' ? [500, ''] : undefined;
    });
    expect(sent).toEqual([{ companyName: expect.stringMatching(telling) }]);
  });

  test('is of the first client that is tried alone', async () => {
    const service = clientsWith(undefined, records, restoring);
    await changeable(service);
    const ofSecond = service.asked.filter((one) => isChange(one) && one.client === second);
    expect(ofSecond.filter(({ body }) => body.includes('Testerton'))).toEqual([]);

    const bare = { [first]: { id: first }, [second]: records[second] ?? {} };
    const later = clientsWith(undefined, bare, restoring);
    await changeable(later);
    expect(later.asked.find(isChange)).toMatchObject({
      client: second,
      body: expect.stringContaining('Testerton'),
    });
  });

  test('is of none that is disposable', async () => {
    const service = clientsWith(undefined, records);
    await changeable(service);
    expect(service.asked.filter(({ body }) => body.includes('Testerton'))).toEqual([]);
  });
});
