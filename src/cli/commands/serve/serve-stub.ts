import { randomInt } from 'node:crypto';
import { firstSignal } from '../../signals.ts';
import { noticesTo, type Terminal } from '../../terminal.ts';
import { onPort } from './operation.ts';
import { testCommand } from './sentences.ts';
import { fixturesOf } from './served-fixtures.ts';
import type { StubCall } from './stub.ts';

export async function serveStub(
  {
    port,
    seed = randomInt(2 ** 31),
    ...call
  }: Omit<StubCall, 'seed'> & { port: number; seed?: number | undefined },
  terminal: Terminal,
): Promise<void> {
  const tell = noticesTo(terminal);
  const { openStub } = await import('./stub.ts');
  const { listen, organisation, sentences, checkedWith } = await openStub({ ...call, seed });
  const running = await onPort(listen, port, '--port');
  try {
    const { baseUrl } = running;
    const { data, configuration } = fixturesOf(organisation);
    const ended = firstSignal();
    tell(`The stub answers at ${baseUrl} until it is interrupted.`);
    tell(`Its tokens, cases and clients: ${data}`);
    for (const sentence of sentences) tell(sentence);
    const again = testCommand({ ...call, config: configuration, baseUrl }, terminal.environment);
    tell(`To test it: ${[again, ...checkedWith].join(' ')}`);
    await ended;
  } finally {
    await running.close();
  }
}
