import { Failure } from '../../../gate/failure.ts';
import type { Operation, Reference } from '../../../reference/reference.ts';
import { flag, type Given, option, port, positive, seconds, wholeNumberIn } from '../../arguments.ts';
import { withOptionalPackages } from '../../optional-packages.ts';
import type { Terminal } from '../../terminal.ts';

export const defaultGraceSeconds = 5;

/**
 * Options of `serve` for operation, such as logs and limits. None has a default, since a stub refuses them when they
 * are given.
 */
export const operationOptions = {
  managementPort: option(
    '--management-port <number>',
    'answer /health, /ready and /metrics on a separate port',
    port,
  ),
  log: flag('--log', 'log each request to standard error, as a line of JSON'),
  grace: option(
    '--grace <seconds>',
    `how long open requests may take after a signal to end (default: ${defaultGraceSeconds})`,
    seconds,
  ),
  docPage: flag('--doc-page', 'show the description as a page, at /doc'),
  rateLimit: option('--rate-limit <number>', 'the limit of requests of a user in a minute', positive),
  bodyLimit: option(
    '--body-limit <kilobytes>',
    'the largest request body (default: 1024)',
    wholeNumberIn(1, 1_048_576),
  ),
  pageSize: option('--page-size <number>', 'the maximum number of cases on a page of the list', positive),
};

export async function operationOf(
  { log, docPage, rateLimit, bodyLimit, pageSize }: Given<typeof operationOptions>,
  { errors }: Pick<Terminal, 'errors'>,
): Promise<Operation> {
  const readPage = async () => (await import('../../../reference/doc-page.ts')).readDocPage();
  const loadLimit = () => import('../../../reference/rate-limit.ts');
  return {
    log: log === true ? errors : undefined,
    bodyLimit: bodyLimit && bodyLimit * 1_024,
    pageSize,
    ...(docPage === true && {
      docPage: await withOptionalPackages(readPage, '--doc-page', ['swagger-ui-dist']),
    }),
    ...(rateLimit !== undefined && {
      rateLimit: (await withOptionalPackages(loadLimit, '--rate-limit', ['@fastify/rate-limit'])).rateLimitOf(
        rateLimit,
      ),
    }),
  };
}

export async function managementUrlOf(
  { app, store }: Reference,
  port: number | undefined,
): Promise<string | undefined> {
  if (port === undefined) return undefined;
  const load = () => import('../../../reference/management.ts');
  const { openManagement } = await withOptionalPackages(load, '--management-port', ['@prometheus-io/client']);
  const management = openManagement(app, store);
  app.addHook('onClose', () => management.close());
  return listening(management, port, '--management-port');
}

export async function listening<Listening>(
  server: { listen(port: number): Promise<Listening> },
  port: number,
  option: '--port' | '--provider-states' | '--management-port',
): Promise<Listening> {
  try {
    return await server.listen(port);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw cause;
    throw new Failure(
      'PORT_NOT_FREE',
      `Port ${port} of 127.0.0.1 ${code === 'EACCES' ? 'may not be used by this user' : 'is used by another program'}. Name another with ${option}.`,
      { cause },
    );
  }
}
