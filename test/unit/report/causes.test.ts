import { expect, test } from 'vitest';
import type { ReportedDeviation } from '../../../src/conformance/result.ts';
import type { Evidence } from '../../../src/http/evidence.ts';
import { countCauses, deviatingRequirements, waivedDeviations } from '../../../src/report/causes.ts';
import { resultWith } from '../conformance/support.ts';

const found = (
  requirement: string,
  message: string,
  reply: number,
  further: Partial<ReportedDeviation> = {},
): ReportedDeviation => ({
  pointer: '/price',
  requirement,
  message,
  reply,
  ...further,
});

const exchange = (path: string): Evidence => ({
  request: { method: 'GET', path, credentials: 'member' },
  response: { status: 200, headers: {}, durationMs: 0, bodyBytes: 0 },
});

const terms = { reason: 'Known.', until: '2026-12-31' };

test('What deviates is told once for each requirement and cause, with every sighting of it', () => {
  const [one, other] = ['/1', '/2'].map(exchange);
  const results = [
    resultWith({
      id: 'a',
      evidence: [one, other].flatMap((evidence) => evidence ?? []),
      findings: [
        found('case-price', 'Wrong', 1),
        found('case-id', 'Wrong', 0),
        found('case-price', 'Wrong', 0, { path: '3:0' }),
        found('case-price', 'Waived', 0, { waived: terms }),
      ],
    }),
    resultWith({ id: 'b', findings: [found('case-price', 'Missing', 0), found('case-price', 'Wrong', -1)] }),
  ];
  const deviating = deviatingRequirements(results);
  expect(deviating).toEqual([
    {
      requirement: 'case-price',
      causes: [
        {
          message: 'Wrong',
          sightings: [
            { check: 'a', exchange: other, pointer: '/price' },
            { check: 'a', exchange: one, pointer: '/price', path: '3:0' },
            { check: 'b', exchange: undefined, pointer: '/price' },
          ],
        },
        { message: 'Missing', sightings: [{ check: 'b', exchange: undefined, pointer: '/price' }] },
      ],
    },
    {
      requirement: 'case-id',
      causes: [{ message: 'Wrong', sightings: [{ check: 'a', exchange: one, pointer: '/price' }] }],
    },
  ]);
  expect(deviating[0]?.causes[0]?.sightings.map((sighting) => sighting.path !== undefined)).toEqual([
    false,
    true,
    false,
  ]);
  expect(countCauses(deviating)).toBe(3);
});

test('What is waived is told once for each requirement, message and terms', () => {
  const other = { ...terms, until: '2027-12-31' };
  const findings = [terms, terms, other, undefined].map((waived) =>
    found('case-price', 'Wrong', 0, waived === undefined ? {} : { waived }),
  );
  expect(waivedDeviations([resultWith({ findings }), resultWith({ findings })])).toEqual([
    { requirement: 'case-price', message: 'Wrong', terms },
    { requirement: 'case-price', message: 'Wrong', terms: other },
  ]);
});
