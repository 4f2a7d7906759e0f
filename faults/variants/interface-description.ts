import type { JsonObject } from '../../src/reference/json.ts';
import { toYaml } from '../../src/schema/yaml.ts';
import { refusal, written } from '../answers.ts';
import type { Behaviour, Variant } from '../behaviour.ts';
import { when } from '../behaviours.ts';
import { describing, ofVersion, openApi, serving, swagger } from '../descriptions.ts';
import { by, invalid, on } from '../requests.ts';
import { byId, variantsOf } from '../rows.ts';

const belowServer: JsonObject = { '/cases': { get: {} }, '/org': { get: {} } };

function below(server: JsonObject): Behaviour {
  return describing(openApi({ servers: [server], paths: belowServer }));
}

export const descriptionVariants: readonly Variant[] = [
  ...variantsOf({ requirement: 'description-credentials', operations: ['getInterfaceDescription'] })(
    'description-guarded',
    'The description is served only with a token',
    when(on('getInterfaceDescription'), invalid, refusal(401)),
  ),
  ...variantsOf({ requirement: 'description-served', operations: ['getInterfaceDescription'] })({
    'description-yaml-text': [
      'The description is YAML, served as plain text',
      serving(written(200, `---\n# Cases\n${toYaml(openApi())}`, 'text/plain; charset=utf-8')),
    ],
    'description-type': [
      'The description has a media type of its own',
      serving(written(200, JSON.stringify(openApi()), 'application/vnd.oai.openapi+json;version=3.0')),
    ],
    'description-of-schemas': [
      'The description has schemas, but no paths',
      describing(openApi({ paths: {}, components: { schemas: { Case: { type: 'object' } } } })),
    ],
    'description-collection': [
      'The description is a collection of requests',
      describing({
        info: { name: 'Cases' },
        item: [{ name: 'Cases', request: { method: 'GET', url: '{{base_url}}/api/v2/cases' } }],
      }),
    ],
    'description-in-data': [
      'The description is wrapped in an envelope',
      describing({ data: openApi(), message: 'Here it is.' }),
    ],
    'description-message-operation': [
      'The description has extensions with the names of error fields',
      describing(openApi({ error: 'none', message: 'none' })),
    ],
    'description-permission': [
      'The description requires a permission that the member does not have',
      when(by('member', 'getInterfaceDescription'), refusal(403)),
      { denies: 'provider states' },
    ],
  }),
  ...variantsOf({ requirement: 'paths-prefixed', operations: ['getInterfaceDescription'] })({
    'description-server-relative': ['The server URL is relative to the description', below({ url: '.' })],
    'description-server-prefix-variable': [
      'The prefix is a variable of the server',
      below({ url: 'https://acme.example/{prefix}', variables: { prefix: { default: 'api/v2' } } }),
    ],
    'description-server-of-operation': [
      'Each operation has a server of its own',
      describing(openApi({ paths: { '/cases': { get: { servers: [{ url: '/api/v2' }] } } } })),
    ],
    'description-extension': [
      'The paths contain an extension',
      describing(openApi({ paths: { 'x-groups': ['Cases', 'System'], '/api/v2/cases': { get: {} } } })),
    ],
    'description-swagger': [
      'The description is of OpenAPI 2.0, with a base path',
      describing(swagger('/api/v2', belowServer)),
    ],
  }),
  ...variantsOf({ requirement: 'interface-version', operations: ['getInterfaceDescription'] })({
    'version-patch': ['The version is 2.0.17', describing(ofVersion('2.0.17'))],
    ...byId(
      ['3.0', ''].map((version) => [
        `version-of-document-${version.replaceAll(/\W/g, '-')}`,
        `The document, whose paths are of version 2, is of version '${version}'`,
        describing(ofVersion(version)),
      ]),
    ),
    'version-a-number-in-yaml': [
      'The version is the number 2.0, in YAML',
      serving(written(200, toYaml(openApi()).replace("'2.0'", '2.0'), 'text/yaml')),
    ],
    'version-absent': ['The description has no version', describing(openApi({ info: { title: 'Cases' } }))],
  }),
];
