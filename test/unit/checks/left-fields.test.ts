import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../../../faults/behaviour.ts';
import { unchanged, when } from '../../../faults/behaviours.ts';
import { changingField, showing } from '../../../faults/client-behaviours.ts';
import { all, by } from '../../../faults/requests.ts';
import { variants } from '../../../faults/variants.ts';
import { changeableFields } from '../../../src/rules/client-record.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { countedRun } from '../../support/counted-run.ts';

function noting(paths: Set<string>, fields: readonly string[], behaviour: Behaviour): Behaviour {
  return (request, reference) => {
    if (fields.some((field) => changingField(field)(request))) paths.add(request.path);
    return behaviour(request, reference);
  };
}

describe('fields that the configuration leaves out of changes', () => {
  test('spare the status of whoever has a new e-mail address, so the run ends well', async () => {
    const invited = variants.find(({ id }) => id === 'client-invited-by-email-address');
    const leaveFields = ['emailAddress'];
    const paths = new Set<string>();
    const { requests, results, putBack } = await countedRun({
      writes: 'restore',
      behaviour: noting(paths, leaveFields, invited?.behaviour ?? unchanged),
      leaveFields,
    });
    expect([...paths]).toEqual([]);
    expect(putBack.map(({ kind }) => kind)).toEqual(['put-back', 'put-back']);
    expect(requests).toBeLessThan(250);
    const open = results.filter(
      ({ operation, reason }) => operation === 'updateClient' && reason === 'not-configured',
    );
    expect(open.map(({ id, remedies }) => [id, remedies[0]?.remedy])).toEqual([
      [
        'updateClient.changes.emailAddress',
        'leaveFields of the configuration has emailAddress. Remove it there to have emailAddress changed.',
      ],
    ]);
    expect(results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });

  test.each([
    ['restore', ['title', 'firstName', 'lastName', 'companyName']],
    ['all', changeableFields(bundled)],
  ] as const)('are never sent, with writes "%s"', async (writes, leaveFields) => {
    const paths = new Set<string>();
    const behaviour = noting(paths, leaveFields, unchanged);
    const { results } = await countedRun({ writes, behaviour, leaveFields });
    expect([...paths]).toEqual([]);
    expect(results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    for (const field of leaveFields) {
      const result = results.find(({ id }) => id === `updateClient.changes.${field}`);
      expect(result?.remedies[0]?.remedy).toContain('leaveFields of the configuration has ');
    }
  });
});

test('Once a new e-mail address has moved the status of a client, that of no other is changed', async () => {
  const changed = new Set<string>();
  const isNew = all(by('member'), changingField('emailAddress'));
  // The answer to the change does not show the new status yet.
  const late: Behaviour = (request, reference) => {
    const status = changed.has(request.path) ? 'Invited' : 'Active';
    if (isNew(request)) changed.add(request.path);
    return when(
      () => true,
      showing((record) => ({ ...record, status })),
    )(request, reference);
  };
  const { putBack, results } = await countedRun({ writes: 'restore', behaviour: late });
  expect(changed.size).toBe(1);
  expect(putBack.map(({ kind }) => kind).sort()).toEqual(['left-changed', 'put-back']);
  const remedies = results.flatMap((result) => result.remedies.map(({ remedy }) => remedy));
  expect(remedies).toContainEqual(
    expect.stringMatching(
      /shows status changed, .* such as emailAddress, in leaveFields of the configuration/,
    ),
  );
});
