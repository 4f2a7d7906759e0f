import { describe, expect, test } from 'vitest';
import { keepsTexts } from '../../../../src/checks/update-client/text-round-trips.ts';
import { updateClientChecks } from '../../../../src/checks/update-client.ts';
import { type Check, Undecidable } from '../../../../src/harness/check.ts';
import type { ClientRecord } from '../../../../src/rules/client-record.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import {
  clientsWith,
  type Deviance,
  first,
  isChange,
  records,
  second,
} from '../../harness/hand-made-clients.ts';
import { checkNamed, type Judged, judge, observed, said } from '../../harness/hand-made-session.ts';

const check: Check = { ...checkNamed(updateClientChecks(bundled), 'updateClient.texts'), run: keepsTexts };

interface Kept extends Judged {
  /** The bodies of the texts that were sent. */
  readonly bodies: ClientRecord[];
}

/** What is judged of texts, where one client can be changed in these fields. */
async function kept(
  deviance: Deviance = () => undefined,
  of = records,
  writes: 'all' | 'restore' = 'all',
): Promise<Kept> {
  const { answer, target, asked } = clientsWith(deviance, of, { writes });
  const judged = await judge(check, answer, target);
  const identities = Object.values(of).flatMap((record) =>
    Object.entries(record).map(([field, value]) => JSON.stringify({ [field]: value })),
  );
  const changes = asked.filter((change) => isChange(change) && !identities.includes(change.body));
  return { ...judged, bodies: changes.map(({ body }) => JSON.parse(body)) };
}

const isText = (body: string): boolean => body.includes('Zoë') || body.includes('山田');

describe('texts are sent', () => {
  test('in the names, in the title, and in the free lines of an address', async () => {
    const { bodies, ...judged } = await kept();
    const [names, title, address] = bodies.filter((body) => JSON.stringify(body).includes('Zoë'));
    expect(Object.keys(names ?? {})).toEqual(['firstName', 'lastName', 'companyName']);
    expect(Object.keys(title ?? {})).toEqual(['title']);
    const own = records[first]?.address as ClientRecord;
    const text = title?.title;
    expect(address).toEqual({
      address: {
        ...Object.fromEntries(Object.keys(own).map((line) => [line, text])),
        postcode: own.postcode,
        uprn: own.uprn,
      },
    });
    expect(new Set(said(judged))).toEqual(new Set(['held']));
    expect(new Set(observed(judged).map(([, value]) => value))).toEqual(new Set(['accepted']));
    expect(
      observed(judged)
        .slice(0, 3)
        .map(([subject]) => subject),
    ).toEqual([
      'updateClient with letters beyond ASCII in names',
      'updateClient with letters beyond ASCII in the title',
      'updateClient with letters beyond ASCII in the address',
    ]);
    expect(observed(judged)).toHaveLength(33);
  });

  test('only in what a client can be put back in', async () => {
    const of = {
      [first]: { id: first, title: 'Mr', lastName: 'Sample' },
      [second]: { id: second, title: 'Ms' },
    };
    const { bodies } = await kept(undefined, of, 'restore');
    const shapes = new Set(
      bodies.filter((body) => isText(JSON.stringify(body))).map((body) => Object.keys(body).join()),
    );
    expect(shapes).toEqual(new Set(['lastName', 'title']));
  });

  test('of a client that has a name, though another one can be changed in more', async () => {
    const of = {
      [first]: { id: first, title: 'Mr', emailAddress: 'a@example.com', telephoneNumber: '+447700900123' },
      [second]: { id: second, lastName: 'Okafor' },
    };
    const { bodies, ...judged } = await kept(undefined, of, 'restore');
    expect(bodies.filter((body) => isText(JSON.stringify(body))).map((body) => Object.keys(body))).toEqual([
      ['lastName'],
      ['lastName'],
    ]);
    expect(said(judged)).toContain('held');
  });

  test('of a client that has but an address', async () => {
    const of = { [first]: { id: first, address: records[first]?.address } };
    const { bodies, ...judged } = await kept(undefined, of, 'restore');
    expect(
      new Set(bodies.filter((body) => isText(JSON.stringify(body))).map((body) => Object.keys(body).join())),
    ).toEqual(new Set(['address']));
    expect(new Set(said(judged))).toEqual(new Set(['held']));
    expect(observed(judged)).toHaveLength(11);
  });

  test('not in an address that cannot be changed', async () => {
    const deviance: Deviance = ({ body }) => (body.startsWith('{"address"') ? [400, ''] : undefined);
    const { bodies } = await kept(deviance, { [first]: records[first] ?? {} }, 'restore');
    expect(bodies.filter((body) => isText(JSON.stringify(body)) && body.address !== undefined)).toEqual([]);
  });

  test('to nobody who has none', async () => {
    const of = { [first]: { id: first, title: 'Mr' } };
    expect(said(await kept(undefined, of, 'restore'))).toEqual([
      [
        'no-data',
        'No client in clients shows a name, a company or an address such that it can be put back, or the target refuses what is tried. List one that does, with a token that may change it.',
      ],
    ]);
  });
});

describe('a text', () => {
  const altering =
    (alter: (text: string) => string): Deviance =>
    ({ client, body }, held) => {
      if (!isText(body)) return undefined;
      const { lastName } = JSON.parse(body);
      if (lastName === undefined) return undefined;
      const next = { ...held.get(client), ...JSON.parse(body), lastName: alter(lastName) };
      held.set(client, next);
      return [200, JSON.stringify(next)];
    };

  test('that is not kept deviates', async () => {
    const found = said(await kept(altering((text) => text.toUpperCase())));
    const words = '/lastName must be what was sent, but differs in the case of letters';
    expect(found.filter((one) => one !== 'held')).toEqual(
      expect.arrayContaining([['update-client-fields', '/lastName', words]]),
    );
  });

  test('of an address that is not kept deviates', async () => {
    const found = said(
      await kept(({ client, body }, held) => {
        if (!isText(body) || !body.includes('"address"')) return undefined;
        const { address } = JSON.parse(body);
        const next = { ...held.get(client), address: { ...address, county: 'Kent' } };
        held.set(client, next);
        return [200, JSON.stringify(next)];
      }),
    );
    expect(found).toContainEqual([
      'update-client-address-replaced',
      '/address/county',
      expect.stringMatching(/^\/address\/county must be what was sent, but is another text/),
    ]);
  });

  test('whose answer is no record deviates', async () => {
    const found = said(await kept(({ body }) => (isText(body) ? [200, '[]'] : undefined)));
    expect(found).toContainEqual([
      'update-client-200',
      '',
      'The body must be the client record, but is an array',
    ]);
  });

  test('may be refused, but not done then', async () => {
    const refused = await kept(({ body }) => (isText(body) ? [422, ''] : undefined));
    expect(new Set(said(refused))).toEqual(new Set(['held']));
    expect(
      observed(refused)
        .slice(0, 3)
        .map(([, value]) => value),
    ).toEqual(['422', '422', '422']);
    const done = await kept(({ client, body }, held) => {
      if (!isText(body)) return undefined;
      held.set(client, { ...held.get(client), ...JSON.parse(body) });
      return [422, ''];
    });
    expect(said(done)).toContainEqual([
      'update-client-200',
      '/lastName',
      '/lastName must be as before, since the change is answered 422',
    ]);
  });

  test('is told to be refused where all are', async () => {
    const firstChanges = new Set(
      Object.entries(records[first] ?? {}).map(([field, value]) => JSON.stringify({ [field]: value })),
    );
    const of = { [first]: records[first] ?? {} };
    const found = await kept(({ body }) => {
      const isIdentityChange = firstChanges.has(body) || body.includes('"title":"Mr","firstName":"Jacob"');
      return body === '{}' || isIdentityChange ? undefined : [400, ''];
    }, of);
    expect(found).toMatchObject({
      undecidable: 'control-refused',
      remedy: 'The target refuses every text that is tried. Its answers are among the observations.',
    });
    expect(found.judgements.length).toBeGreaterThan(0);
  });

  test('is the last where the client cannot be read back any more', async () => {
    let isGone = false;
    const { bodies } = await kept(({ body }) => {
      if (isText(body)) isGone = true;
      return isGone && body === '{}' ? [404, ''] : undefined;
    });
    expect(bodies.filter((body) => isText(JSON.stringify(body)))).toHaveLength(1);
  });

  test('is the last where the target falls silent', async () => {
    const found = await kept(({ body }) => {
      if (isText(body)) throw new Undecidable('throttled', 'Later.');
      return undefined;
    });
    expect(found).toMatchObject({ undecidable: 'throttled' });
  });
});
