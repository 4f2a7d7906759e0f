import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { interfaceDescription } from './operations.ts';

/** Outside /api/v2, since the documents do not mention this page. */
const docPagePath = '/doc';

export type DocPage = Readonly<Record<string, { readonly type: string; readonly body: string | Buffer }>>;

/** Whether a route needs no token: the interface description, or the page that shows the description. */
export function isOfDescription(route: string | undefined): boolean {
  return (
    route === interfaceDescription.url ||
    route === docPagePath ||
    route?.startsWith(`${docPagePath}/`) === true
  );
}

/**
 * Reads the files of the page that shows the interface description in Swagger UI.
 * @throws {Error} with the code `MODULE_NOT_FOUND` if the package swagger-ui-dist is not installed
 */
export async function readDocPage(): Promise<DocPage> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const [script, style] = await Promise.all(
    ['swagger-ui-bundle.js', 'swagger-ui.css'].map((name) => readFile(join(folder, name))),
  );
  return {
    [docPagePath]: { type: 'text/html; charset=utf-8', body: page },
    [`${docPagePath}/start.js`]: { type: 'text/javascript; charset=utf-8', body: start },
    [`${docPagePath}/swagger-ui-bundle.js`]: { type: 'text/javascript; charset=utf-8', body: script ?? '' },
    [`${docPagePath}/swagger-ui.css`]: { type: 'text/css; charset=utf-8', body: style ?? '' },
  };
}

/** Serves the page. Its headers permit it to load files and send requests only from and to this service. */
export function serveDocPage(app: FastifyInstance, contents: DocPage): void {
  for (const [path, { type, body }] of Object.entries(contents))
    app.get(path, async (_request, reply) => reply.headers(headers).type(type).send(body));
}

const headers = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Case Management Service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${docPagePath}/swagger-ui.css">
</head>
<body>
<div id="description"></div>
<script src="${docPagePath}/swagger-ui-bundle.js"></script>
<script src="${docPagePath}/start.js"></script>
</body>
</html>
`;

/**
 * The script of the page. It replaces the servers of the description by this service, to which the page then sends
 * requests.
 */
const start = `fetch('${interfaceDescription.url}').then((answer) => answer.json()).then((description) => {
  const spec = { ...description, servers: [{ url: location.origin }] };
  SwaggerUIBundle({ spec, dom_id: '#description', validatorUrl: null, deepLinking: true });
});
`;

/** Adds the route of the interface description (interface 1). */
export function getInterfaceDescription(app: FastifyInstance, description: unknown): void {
  const body = JSON.stringify(description);
  app.get(interfaceDescription.url, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(body),
  );
}
