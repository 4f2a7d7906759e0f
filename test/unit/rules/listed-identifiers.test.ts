import { expect, test } from 'vitest';
import { getCaseData } from '../../../src/api/calls.ts';
import { leadsToAnother } from '../../../src/rules/listed-identifiers.ts';
import { replyWith } from '../harness/hand-made-session.ts';

const own = 'b84802a8-327e-4a9c-9676-4f71d78ddbb5';
const listed = '99a439b3-87fb-4bda-bded-98a31048f0e0';
const unlisted = 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2';

test.each<[isLeading: boolean, location: string | undefined, asked?: string]>([
  [true, `/api/v2/clients/${listed}`],
  [true, `/api/v2/clients/${unlisted}`],
  [true, `https://acme.example/api/v2/cases/${unlisted.toUpperCase()}/data`],
  [true, `/app/clients?id=${listed.toUpperCase()}`],
  [true, `/login?back=%2Fapi%2Fv2%2Fcases%2F${listed}%2Fdata`],
  [false, undefined],
  [false, '/login'],
  [false, `/help/${unlisted}`],
  [false, `/help/${unlisted}?back=/api/v2/cases/${own}/data`],
  [false, `/api/v2/cases/${own.toUpperCase()}/data`],
  [false, `/api/v2/cases/${own}/data`, own.toUpperCase()],
  [false, `/api/v2/cases/${own}/data`, own.replace('b', '%62')],
  [
    false,
    `/login?back=${encodeURIComponent(`/api/v2/cases/${own.replace('b', '%62')}/data`)}`,
    own.replace('b', '%62'),
  ],
  [false, '/%E0%A4%A'],
])('%s: a refusal leads to %s', (isLeading, location, asked = own) => {
  const call = { ...getCaseData(own), path: `/api/v2/cases/${asked}/data` };
  const headers = location === undefined ? {} : { location };
  expect(leadsToAnother({ ...replyWith(403, '{}', headers), call }, [own, listed.toUpperCase()])).toBe(
    isLeading,
  );
});
