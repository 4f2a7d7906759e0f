import { ProgramFailure } from '../../program-failure.ts';

type PortOption = '--port' | '--provider-states' | '--management-port';

/** As `onPort`, for a server. */
export function listening(
  server: { listen(port: number): Promise<string> },
  port: number,
  option: PortOption,
): Promise<string> {
  return onPort((wanted) => server.listen(wanted), port, option);
}

/**
 * Starts to listen on the port of an option.
 * @throws {ProgramFailure} `PORT_NOT_FREE`
 */
export async function onPort<Listening>(
  listen: (port: number) => Promise<Listening>,
  port: number,
  option: PortOption,
): Promise<Listening> {
  try {
    return await listen(port);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw cause;
    throw new ProgramFailure(
      'PORT_NOT_FREE',
      `Port ${port} of 127.0.0.1 cannot be used: ${code === 'EACCES' ? 'this user may not use it' : 'another program does'}. Name another with ${option}.`,
      { cause },
    );
  }
}
