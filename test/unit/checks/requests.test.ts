import { expect, test } from 'vitest';
import type { Behaviour } from '../../../faults/behaviour.ts';
import { changed, composed, when } from '../../../faults/behaviours.ts';
import { all, by, on } from '../../../faults/requests.ts';
import { countedRun } from '../../support/counted-run.ts';

/** Serves every usual spelling of a path, and a list of cases with several pages. */
const lenient: Behaviour = composed(
  async (request, reference) => {
    const [path = '', query] = request.path.replace(/;x=y|\.json$/, '').split('?');
    const { pathname } = new URL(path.replaceAll(/\/{2,}/g, '/').toLowerCase(), 'http://localhost');
    const read = decodeURIComponent(pathname).replace(/\/$/, '');
    return reference({ ...request, path: query === undefined ? read : `${read}?${query}` });
  },
  when(
    all(on('listCases'), by('member')),
    changed((answer) => ({ ...answer, headers: { ...answer.headers, link: '<?page=2>; rel="next"' } })),
  ),
);

test.each([
  ['none', 120],
  ['restore', 250],
  ['all', 350],
] as const)(
  'With a case of each type and two clients, a run with writes "%s" sends at most %i requests, whatever is served',
  async (writes, most) => {
    const { requests, byOperation } = await countedRun({ writes, behaviour: lenient });
    expect(requests, JSON.stringify(byOperation)).toBeLessThanOrEqual(most);
    expect(Object.values(byOperation).reduce((sum, count) => sum + count, 0)).toBe(requests);
  },
);
