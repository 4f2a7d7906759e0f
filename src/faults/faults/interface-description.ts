import { childPointer } from '../../schema/pointer.ts';
import { empty, json, page, written } from '../answers.ts';
import type { Fault } from '../behaviour.ts';
import { describing, describingInYaml, ofVersion, openApi, serving, swagger } from '../descriptions.ts';
import { type FaultRow, faultsOf, unseenByVerify, wrongStatuses } from '../fault.ts';

/** Paths that do not start with /api/v2. */
const elsewhere: readonly (readonly [id: string, path: string, words: string])[] = [
  ['without-prefix', '/cases', 'does not start with /api/v2'],
  ['of-version-1', '/api/v1/org', 'is of version 1'],
  ['of-version-20', '/api/v20/org', 'starts with /api/v20'],
  ['capitalised', '/API/V2/org', 'is written in capitals'],
];

/** Services that do not describe themselves as they should. */
export const descriptionFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('description-served', '', [
    ...wrongStatuses('description', 'The description is', [302, 401, 404, 500], serving),
  ]),
  ...whatItSays('description-served', '', [
    ['description-204', 'The description is answered 204', serving(empty(204))],
    ['description-empty', 'The description is answered 200 without a body', serving(empty(200))],
    ['description-page', 'The description is a page for people', serving(page(200))],
    ['description-array', 'The description is an array', serving(json(200, [openApi()]))],
    [
      'description-in-text',
      'The description is a string, written twice over',
      serving(json(200, JSON.stringify(openApi()))),
    ],
    ['description-object-empty', 'The description is an empty object', serving(json(200, {}))],
    ['description-null', 'The description is null', serving(json(200, null))],
    [
      'description-words',
      'The description is a text for people',
      serving(written(200, 'Please ask the support team for a copy.', 'text/plain')),
    ],
  ]),
  ...whatItSays('paths-prefixed', '/paths/~1cases', [
    [
      'paths-below-other-server',
      'The paths of the description are below /api/v1',
      describing(openApi({ servers: [{ url: 'https://acme.example/api/v1' }], paths: { '/cases': {} } })),
    ],
    [
      'paths-below-one-other-server',
      'One of the servers that the description names is below /api/v3',
      describing(openApi({ servers: [{ url: '/api/v2' }, { url: '/api/v3' }], paths: { '/cases': {} } })),
    ],
    [
      'paths-below-other-base',
      'The description, of OpenAPI 2.0, has its paths below /api',
      describing(swagger('/api', { '/cases': {} })),
    ],
  ]),
  ...elsewhere.flatMap(([id, path, words]) =>
    whatItSays('paths-prefixed', childPointer('/paths', path), [
      [
        `paths-${id}`,
        `One path of the description ${words}`,
        describing(openApi({ paths: { '/api/v2/cases': {}, [path]: {} } })),
      ],
    ]),
  ),
  ...whatItSays('interface-version', '/info/version', [
    ...['1.0', '2.1', '2.1.0', '3.0', '20', '12.0', '2025-04-01'].map(
      (version): FaultRow => [
        `version-${version.replaceAll('.', '-')}`,
        `The description is of version ${version}`,
        describing(ofVersion(version)),
      ],
    ),
    ['version-number', 'The description is of version 1, a number', describing(ofVersion(1))],
    ['version-yaml', 'The description, in YAML, is of version 1.2', describingInYaml(ofVersion('1.2'))],
  ]),
]);

/** What a description says is read by `check` alone. */
function whatItSays(requirement: string, pointer: string, rows: readonly FaultRow[]): readonly Fault[] {
  return faultsOf(requirement, pointer, rows, unseenByVerify);
}
