import type { JsonObject } from '../../reference/json.ts';
import { empty, json, page, redirect, refusal, written } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { always, when } from '../behaviours.ts';
import { openApi, yaml } from '../descriptions.ts';
import { faultsOf } from '../fault.ts';
import { on } from '../requests.ts';

/** Services that do not describe themselves as they should. */
export const descriptionFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('description-served', '', [
    ['description-404', 'The description is answered 404', answering(refusal(404))],
    [
      'description-401',
      'The description is answered 401, though the token is valid',
      answering(refusal(401)),
    ],
    ['description-500', 'The description is answered 500', answering(refusal(500))],
    ['description-302', 'The description is answered with a redirect', answering(redirect(302, '/docs'))],
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
  ...faultsOf('paths-prefixed', '/paths/~1cases', [
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
  ...faultsOf('paths-prefixed', '/paths/~1api~1v1~1org', [
    [
      'paths-of-version-1',
      'One path of the description is of version 1',
      describing(openApi({ paths: { '/api/v2/cases': {}, '/api/v1/org': {} } })),
    ],
  ]),
  ...faultsOf('paths-prefixed', '/paths/~1api~1v20~1org', [
    [
      'paths-of-version-20',
      'One path of the description starts with /api/v20',
      describing(openApi({ paths: { '/api/v2/cases': {}, '/api/v20/org': {} } })),
    ],
  ]),
  ...faultsOf('paths-prefixed', '/paths/~1API~1V2~1org', [
    [
      'paths-capitalised',
      'One path of the description is written in capitals',
      describing(openApi({ paths: { '/api/v2/cases': {}, '/API/V2/org': {} } })),
    ],
  ]),
  ...faultsOf('interface-version', '/info/version', [
    ['version-1', 'The description is of version 1.0', describing(ofVersion('1.0'))],
    ['version-2-1', 'The description is of version 2.1', describing(ofVersion('2.1'))],
    ['version-2-1-0', 'The description is of version 2.1.0', describing(ofVersion('2.1.0'))],
    ['version-3', 'The description is of version 3.0', describing(ofVersion('3.0'))],
    ['version-20', 'The description is of version 20', describing(ofVersion('20'))],
    ['version-12', 'The description is of version 12.0', describing(ofVersion('12.0'))],
    ['version-number', 'The description is of version 1, a number', describing(ofVersion(1))],
    ['version-date', 'The description is of a date', describing(ofVersion('2025-04-01'))],
    [
      'version-yaml',
      'The description, in YAML, is of version 1.2',
      answering(written(200, yaml(ofVersion('1.2')), 'application/yaml')),
    ],
  ]),
]);

function answering(answer: ServiceAnswer): Behaviour {
  return when(on('getInterfaceDescription'), always(answer));
}

function describing(description: JsonObject): Behaviour {
  return answering(json(200, description));
}

function ofVersion(version: string | number): JsonObject {
  return openApi({ info: { title: 'Cases', version } });
}
