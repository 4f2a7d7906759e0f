import type { JsonObject } from '../../src/reference/json.ts';
import { childPointer } from '../../src/schema/pointer.ts';
import { empty, json, page, refusal } from '../answers.ts';
import type { Fault } from '../behaviour.ts';
import { describing, ofVersion, openApi, serving } from '../descriptions.ts';
import { type FaultRow, faultsOf, wrongStatuses } from '../rows.ts';

/** Paths that do not start with /api/v2. */
const elsewhere: readonly (readonly [id: string, path: string, words: string])[] = [
  ['without-prefix', '/cases', 'does not start with /api/v2'],
  ['of-version-1', '/api/v1/org', 'is of version 1'],
  ['of-version-20', '/api/v20/org', 'starts with /api/v20'],
  ['capitalised', '/API/V2/org', 'is in upper case'],
];

/** Versions of another interface, each with one of its paths. */
const otherVersions: readonly (readonly [version: string | number, path: string])[] = [
  ['1.0', '/api/v1/org'],
  ['20', '/api/v20/cases'],
  [1, '/org'],
];

/** Error bodies that services answer with 200. */
const errorsServed: readonly (readonly [id: string, title: string, body: JsonObject])[] = [
  ['message', 'a message', { message: 'Not found.' }],
  ['problem', 'a problem', { type: 'about:blank', title: 'Not Found', status: 404, detail: 'No.' }],
  ['error-nested', 'an error with members of its own', { error: { code: 404, message: 'No route.' } }],
];

const ofOpenApiAlone = describing({ openapi: '3.1.0' });

const aRecord = json(200, { caseId: '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11', caseType: 'Sale', price: 1 });

/** Services that do not describe themselves as they should. */
export const descriptionFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('description-served', '', [
    ...wrongStatuses('description', 'The description is', [302, 401, 404, 500], serving),
    [
      'description-500-without-credentials',
      'The description is answered 500 without credentials',
      serving(json(200, openApi()), refusal(500)),
    ],
    ['description-204', 'The description is answered 204', serving(empty(204))],
    ['description-empty', 'The description is answered 200 without a body', serving(empty(200))],
    ['description-page', 'The description is an HTML page', serving(page(200))],
    ['description-record', 'The description is the record of a case', serving(aRecord)],
    ...errorsServed.map<FaultRow>(([id, title, body]) => [
      `description-${id}`,
      `The description is answered 200 with ${title}`,
      serving(json(200, body)),
    ]),
    ['description-version-alone', 'The description contains only its OpenAPI version', ofOpenApiAlone],
    ['description-no-paths', 'The description names no paths', describing(openApi({ paths: {} }))],
  ]),
  ...faultsOf('paths-prefixed', '/paths/~1cases', [
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
  ]),
  ...elsewhere.flatMap(([id, path, words]) =>
    faultsOf('paths-prefixed', childPointer('/paths', path), [
      `paths-${id}`,
      `One path of the description ${words}`,
      describing(openApi({ paths: { '/api/v2/cases': {}, [path]: {} } })),
    ]),
  ),
  ...faultsOf('interface-version', '/info/version', [
    ...otherVersions.map<FaultRow>(([version, path]) => [
      `version-${String(version).replaceAll('.', '-')}`,
      `The description is of version ${version}, and its paths are too`,
      describing({ ...ofVersion(version), paths: { [path]: { get: {} } } }),
    ]),
    [
      'version-of-server',
      'The description is of version 3.1, and so is its server',
      describing({ ...ofVersion('3.1'), servers: [{ url: '/api/v3' }], paths: { '/org': {} } }),
    ],
  ]),
]);
