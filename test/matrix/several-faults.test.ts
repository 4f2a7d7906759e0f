import { expect, test } from 'vitest';
import { composed } from '../../faults/behaviours.ts';
import { trial } from '../../proof/trial.ts';
import { checksOf } from '../../src/checks/all.ts';
import { bundled } from '../../src/specification/bundled.ts';
import { faultNamed } from '../support/fault-named.ts';

/** In each of these services, one fault once kept another from being found. */
const services: readonly (readonly string[])[] = [
  ['last-name-cut-at-4000', 'address-loses-uprn', 'nothing-204'],
  ['wrong-refused-and-cleared', 'organisation-after-changes', 'nothing-500'],
  ['sequence-title-with-telephone-number', 'client-dob-number-after-change', 'answer-201'],
  ['email-address-percent-decoded', 'client-takes-national-telephone', 'last-name-empty-dashed'],
  ['list-again-404', 'first-name-initial-letters', 'last-name-quotes-doubled'],
  ['get-case-data-by-doubled-slash', 'cases-500'],
];

test.each(services.map((names) => [names.join(', '), names] as const))(
  'a usual run finds each of several faults of a service, at its place: %s',
  async (_, names) => {
    const some = names.map(faultNamed);
    const { results } = await trial(composed(...some.map(({ behaviour }) => behaviour)), {
      ...{ checks: checksOf(bundled), target: {}, runs: 3, thorough: false },
    });
    const found = results.flatMap(({ findings }) =>
      findings.map((one) => `${one.requirement} ${one.pointer}`),
    );
    for (const { requirement, pointer } of some) expect(found).toContain(`${requirement} ${pointer}`);
  },
);
