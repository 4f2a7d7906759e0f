import type { JsonObject } from '../../reference/json.ts';
import { empty, json, page, written } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { always, when } from '../behaviours.ts';
import { openApi, yaml } from '../descriptions.ts';
import { type FaultRow, faultsOf, unseenByVerify, wrongStatuses } from '../fault.ts';
import { on } from '../requests.ts';

/** Services that do not describe themselves as they should. */
export const descriptionFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('description-served', '', [
    ...wrongStatuses('description', 'The description is', [302, 401, 404, 500], answering),
  ]),
  ...whatItSays('description-served', '', [
    ['description-204', 'The description is answered 204', answering(empty(204))],
    ['description-empty', 'The description is answered 200 without a body', answering(empty(200))],
    ['description-page', 'The description is a page for people', answering(page(200))],
    ['description-array', 'The description is an array', answering(json(200, [openApi()]))],
    [
      'description-in-text',
      'The description is a string, written twice over',
      answering(json(200, JSON.stringify(openApi()))),
    ],
    ['description-object-empty', 'The description is an empty object', answering(json(200, {}))],
    ['description-null', 'The description is null', answering(json(200, null))],
    [
      'description-words',
      'The description is a text for people',
      answering(written(200, 'Please ask the support team for a copy.', 'text/plain')),
    ],
  ]),
  ...whatItSays('paths-prefixed', '/paths/~1cases', [
    [
      'paths-without-prefix',
      'One path of the description does not start with /api/v2',
      describing(openApi({ paths: { '/cases': {}, '/api/v2/org': {} } })),
    ],
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
      describing({
        swagger: '2.0',
        info: { title: 'Cases', version: '2.0' },
        basePath: '/api',
        paths: { '/cases': {} },
      }),
    ],
  ]),
  ...whatItSays('paths-prefixed', '/paths/~1api~1v1~1org', [
    [
      'paths-of-version-1',
      'One path of the description is of version 1',
      describing(openApi({ paths: { '/api/v2/cases': {}, '/api/v1/org': {} } })),
    ],
  ]),
  ...whatItSays('paths-prefixed', '/paths/~1api~1v20~1org', [
    [
      'paths-of-version-20',
      'One path of the description starts with /api/v20',
      describing(openApi({ paths: { '/api/v2/cases': {}, '/api/v20/org': {} } })),
    ],
  ]),
  ...whatItSays('paths-prefixed', '/paths/~1API~1V2~1org', [
    [
      'paths-capitalised',
      'One path of the description is written in capitals',
      describing(openApi({ paths: { '/api/v2/cases': {}, '/API/V2/org': {} } })),
    ],
  ]),
  ...whatItSays('interface-version', '/info/version', [
    ...['1.0', '2.1', '2.1.0', '3.0', '20', '12.0', '2025-04-01'].map(
      (version): FaultRow => [
        `version-${version.replaceAll('.', '-')}`,
        `The description is of version ${version}`,
        describing(ofVersion(version)),
      ],
    ),
    ['version-number', 'The description is of version 1, a number', describing(ofVersion(1))],
    [
      'version-yaml',
      'The description, in YAML, is of version 1.2',
      answering(written(200, yaml(ofVersion('1.2')), 'application/yaml')),
    ],
  ]),
]);

/** What a description says is read by `check` alone. */
function whatItSays(requirement: string, pointer: string, rows: readonly FaultRow[]): readonly Fault[] {
  return faultsOf(requirement, pointer, rows, unseenByVerify);
}

function answering(answer: ServiceAnswer): Behaviour {
  return when(on('getInterfaceDescription'), always(answer));
}

function describing(description: JsonObject): Behaviour {
  return answering(json(200, description));
}

function ofVersion(version: string | number): JsonObject {
  return openApi({ info: { title: 'Cases', version } });
}
