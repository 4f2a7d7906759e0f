import { childPointer } from '../../src/schema/pointer.ts';
import { empty, page } from '../answers.ts';
import type { Fault } from '../behaviour.ts';
import { describing, ofVersion, openApi, serving } from '../descriptions.ts';
import { type Entry, faultsOf, wrongStatuses } from '../rows.ts';

/** Wrong paths, which do not start with /api/v2. */
const elsewhere: readonly Entry<[path: string]>[] = [
  ['without-prefix', 'does not start with /api/v2', '/cases'],
  ['of-version-20', 'starts with /api/v20', '/api/v20/org'],
  ['capitalised', 'is in upper case', '/API/V2/org'],
];

export const descriptionFaults: readonly Fault[] = [
  ...faultsOf({ requirement: 'description-served' })({
    ...wrongStatuses('description', 'The description is', [302, 404, 500], serving),
    'description-204': ['The description is answered 204', serving(empty(204))],
    'description-page': ['The description is an HTML page', serving(page(200))],
    'description-no-paths': ['The description names no paths', describing(openApi({ paths: {} }))],
  }),
  ...faultsOf({ requirement: 'paths-prefixed', pointer: '/paths/~1cases' })(
    'paths-below-one-other-server',
    'One of the servers that the description names is below /api/v3',
    describing(openApi({ servers: [{ url: '/api/v2' }, { url: '/api/v3' }], paths: { '/cases': {} } })),
  ),
  ...elsewhere.flatMap(([id, words, path]) =>
    faultsOf({ requirement: 'paths-prefixed', pointer: childPointer('/paths', path) })(
      `paths-${id}`,
      `One path of the description ${words}`,
      describing(openApi({ paths: { '/api/v2/cases': {}, [path]: {} } })),
    ),
  ),
  ...faultsOf({ requirement: 'interface-version', pointer: '/info/version' })(
    'version-1-0',
    'The description is of version 1.0, and its paths are too',
    describing({ ...ofVersion('1.0'), paths: { '/api/v1/org': { get: {} } } }),
  ),
];
