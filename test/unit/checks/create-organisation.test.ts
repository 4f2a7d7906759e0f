import { describe, expect, test } from 'vitest';
import { createOrganisationChecks } from '../../../src/checks/create-organisation.ts';
import { Undecidable } from '../../../src/harness/check.ts';
import { organisationPayload } from '../../../src/harness/organisation-payload.ts';
import { checkNamed, type Judged, judge, observed, said } from '../harness/hand-made-session.ts';

const full = checkNamed(createOrganisationChecks, 'createOrganisation.full');
const leftOut = checkNamed(createOrganisationChecks, 'createOrganisation.left-out');

const failing = (what: string, status: number): unknown => [
  'create-organisation',
  '',
  `A payload with ${what} must not make the service fail, but is answered ${status}`,
];
const refused = (status: number): unknown => [
  'control-refused',
  `POST /api/v2/org is answered ${status} for every payload that is tried. Check whether tokens.member may create organisations.`,
];

describe('a payload with every field', () => {
  /** Answered so at first, and so a second time. */
  const judged = (first: number, body = '', second = 409): Promise<Judged> => {
    let sent = 0;
    return judge(full, () => {
      sent += 1;
      return sent === 1 ? [first, body] : [second, ''];
    });
  };

  test.each([
    ['{"id":1}', 'an object'],
    ['', 'no body'],
    ['<p>', 'a body that is no JSON'],
  ])('creates an organisation, whatever it is answered with: %j', async (body, words) => {
    const found = await judged(201, body);
    expect(said(found)).toEqual(['held']);
    expect(observed(found)).toEqual([
      ['createOrganisation with every field', 'accepted'],
      ['createOrganisation', `201, ${words}`],
      ['createOrganisation with a sub-domain that is taken', '409'],
    ]);
  });

  test('is sent twice, with every field filled', async () => {
    const bodies: unknown[] = [];
    await judge(full, ({ body }, credentials) => {
      bodies.push([credentials, JSON.parse(body ?? '')]);
      return [200, ''];
    });
    const payload = organisationPayload({ mark: 'mark' }, 'full');
    expect(bodies).toEqual([
      ['member', payload],
      ['member', payload],
    ]);
    const texts = JSON.stringify(payload, (_name, value) => (value === '' ? 'EMPTY' : value));
    expect(texts).not.toContain('EMPTY');
    expect(payload).toMatchObject({ address: { line_1: '1 Sample Street' }, user: { firstName: 'Avery' } });
  });

  test('may be taken twice, but must not make the service fail the second time', async () => {
    expect(said(await judged(201, '', 200))).toEqual(['held', 'held']);
    expect(said(await judged(201, '', 500))).toEqual(['held', failing('a sub-domain that is taken', 500)]);
  });

  test('may be answered with silence the second time', async () => {
    let sent = 0;
    const found = await judge(full, () => {
      sent += 1;
      if (sent === 2) throw new Undecidable('unreachable', 'Silence.');
      return [200, ''];
    });
    expect(said(found)).toEqual(['held']);
  });

  test.each([404, 405, 410])('says that there is no such operation with %i', async (status) => {
    const message = `The operation must exist, but is answered ${status}`;
    expect(said(await judged(status))).toEqual([['create-organisation', '', message]]);
  });

  test.each([302, 400, 403, 422, 499])('decides nothing with %i', async (status) => {
    expect(said(await judged(status))).toEqual([refused(status)]);
  });

  test.each([500, 503])('must not make the service fail with %i', async (status) => {
    expect(said(await judged(status))).toEqual([failing('every field', status)]);
  });
});

describe('a payload that leaves a field out', () => {
  const sentTo = async (
    statusOf: (body: string) => number,
  ): Promise<Judged & { readonly bodies: string[] }> => {
    const bodies: string[] = [];
    const judged = await judge(leftOut, ({ body = '' }) => {
      bodies.push(body);
      return [statusOf(body), ''];
    });
    return { ...judged, bodies };
  };

  test('is sent once for each field, and once with none', async () => {
    const { bodies, ...found } = await sentTo(() => 201);
    const whole = organisationPayload({ mark: 'mark' }, 'x');
    const { user = {}, address = {} } = whole;
    const fields = [
      'field at all',
      ...Object.keys(address).map((line) => `address.${line}`),
      ...Object.keys(whole),
      ...Object.keys(user).map((name) => `user.${name}`),
    ];
    expect(observed(found)).toEqual(fields.map((name) => [`createOrganisation with no ${name}`, 'accepted']));
    expect(said(found)).toEqual(fields.map(() => 'held'));
    const left = bodies.map((body) => JSON.parse(body));
    expect(left[0]).toEqual({});
    for (const [index, name] of fields.entries()) {
      const [holder, member] = name.includes('.') ? name.split('.') : ['', name];
      const held = holder === '' ? left[index] : left[index][holder ?? ''];
      const all = holder === '' ? whole : whole[holder as 'user' | 'address'];
      if (index === 0) continue;
      expect(Object.keys(held).sort()).toEqual(
        Object.keys(all ?? {})
          .filter((one) => one !== member)
          .sort(),
      );
      if (holder !== '') expect(Object.keys(left[index]).sort()).toEqual(Object.keys(whole).sort());
    }
    // Each of another name, since a sub-domain may have to be new.
    const names = left.slice(1).map(({ subDomain, tradingName }) => subDomain ?? tradingName);
    expect(new Set(names).size).toBe(names.length);
  });

  test('must not make the service fail', async () => {
    const found = await sentTo((body) => (body.includes('"bio"') ? 400 : 500));
    const wrong = said(found).filter((one) => one !== 'held');
    expect(wrong).toEqual([
      failing('no field at all', 500),
      failing('no user', 500),
      failing('no user.bio', 500),
    ]);
    expect(found.undecidable).toBeUndefined();
  });

  test('decides nothing where all of them are refused', async () => {
    expect(said(await sentTo(() => 400))).toEqual([refused(400)]);
    expect(said(await sentTo((body) => (body === '{}' ? 422 : 201)))).not.toContainEqual(refused(422));
  });
});
