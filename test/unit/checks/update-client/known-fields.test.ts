import { describe, expect, test } from 'vitest';
import { changeableClients } from '../../../../src/checks/update-client/changeable-clients.ts';
import {
  clientCheck,
  clientsWith,
  type Deviance,
  first,
  isChange,
  ofFirst,
  records,
  second,
} from '../../harness/hand-made-clients.ts';
import { judge, said, sessionWith } from '../../harness/hand-made-session.ts';

const check = clientCheck('known-fields');
const known = { [first]: ['firstName', 'companyName', 'address'] };

async function judged(deviance?: Deviance, shownFields: Readonly<Record<string, readonly string[]>> = known) {
  const { answer, target } = clientsWith(deviance, records, { shownFields });
  return said(await judge(check, answer, target));
}

const words = (field: string): string =>
  `/${field} is missing after an empty change, although clients says that this client shows it. If the client never had it, correct the configuration`;

describe('a client shows what it is known to show', () => {
  test('or deviates by each field that it does not', async () => {
    expect(await judged()).toEqual(['held']);
    expect(await judged(() => [200, '{"data":{"firstName":"Alex"}}'])).toMatchObject([
      ['control-refused', expect.any(String)],
    ]);
    expect(await judged(() => [200, `{"firstName":null,"companyName":""}`])).toEqual([
      ['update-client-omitted-unchanged', '/firstName', words('firstName')],
      ['update-client-omitted-unchanged', '/companyName', words('companyName')],
      ['update-client-address-kept', '/address', words('address')],
    ]);
  });

  test('which is not decided of what cannot be read', async () => {
    expect(await judged(() => [404, ''])).toMatchObject([
      ['control-refused', expect.stringContaining('404')],
    ]);
    expect(await judged(() => [200, JSON.stringify(records[second])])).toEqual([
      [
        'control-refused',
        `An empty change of the client ${first} is answered 200 with another client's record. Check clients, and whether tokens.member may change them.`,
      ],
    ]);
    expect(await judged(() => [401, ''], { [second]: ['title'] })).toMatchObject([
      ['control-refused', expect.anything()],
    ]);
  });

  test('and is no part of a run where nothing is known', () => {
    const { target } = clientsWith();
    expect(check.applies?.(target)).toBe(false);
    expect(check.applies?.({ ...target, shownFields: known })).toBe(true);
  });
});

describe('a client that does not', () => {
  const emptied: Deviance = ({ client }) => (client === first ? [200, `{"id":"${first}"}`] : undefined);

  test('is not changed, while others are', async () => {
    const { answer, target, asked } = clientsWith(emptied, records, { shownFields: known });
    const clients = await changeableClients(sessionWith(answer, target));
    expect(clients.map(({ client }) => client)).toEqual([second]);
    expect(asked.filter((change) => isChange(change) && change.client === first)).toEqual([]);
    expect(asked.filter(({ client }) => client === first)).toHaveLength(1);
  });

  test('decides nothing of changes where there are no others', async () => {
    const of = ofFirst;
    const { answer, target } = clientsWith(emptied, of, { shownFields: known });
    await expect(changeableClients(sessionWith(answer, target))).rejects.toMatchObject({
      reason: 'control-refused',
      message: `A reading of ${first} does not show what clients says, so nothing is changed. Check it at the target.`,
    });
  });
});
