import { Failure } from '../../../gate/failure.ts';
import type { Operation, Reference } from '../../../reference/reference.ts';
import { flag, type Given, option, port, positive, seconds, wholeNumberIn } from '../../arguments.ts';
import type { Terminal } from '../../terminal.ts';

export const defaultGraceSeconds = 5;

/**
 * Options of `serve` for operation, such as logs and limits. None has a default, since a stub refuses them when they
 * are given.
 */
export const operationOptions = {
  managementPort: option('--management-port <number>', 'answer /health and /ready on a separate port', port),
  log: flag('--log', 'log each request to standard error, as a line of JSON'),
  grace: option(
    '--grace <seconds>',
    `how long open requests may take after a signal to end (default: ${defaultGraceSeconds})`,
    seconds,
  ),
  bodyLimit: option(
    '--body-limit <kilobytes>',
    'the largest request body (default: 1024)',
    wholeNumberIn(1, 1_048_576),
  ),
  pageSize: option('--page-size <number>', 'the maximum number of cases on a page of the list', positive),
};

export function operationOf(
  { log, bodyLimit, pageSize }: Given<typeof operationOptions>,
  { errors }: Pick<Terminal, 'errors'>,
): Operation {
  return { log: log === true ? errors : undefined, bodyLimit: bodyLimit && bodyLimit * 1_024, pageSize };
}

export async function managementUrlOf(
  { app, store }: Reference,
  port: number | undefined,
): Promise<string | undefined> {
  if (port === undefined) return undefined;
  const { openManagement } = await import('../../../reference/management.ts');
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
