import { mkdtempSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PactOrder, PactReady } from './pact-process.ts';

// The process in which Pact's verifier runs: the verifier writes to the standard output, and its native code may crash
// or hang. Pact's JavaScript wrapper is not used, since it collapses `//` to `/`.
const { default: pact } = createRequire(import.meta.url)('@pact-foundation/pact-core');

// Ctrl-C in a terminal is also sent to this process, which must go on until the parent has ended the run in order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

/** The folder for the pact, since the verifier reads only files. */
const folder = mkdtempSync(join(tmpdir(), 'case-conformance-pacts-'));

async function verify({
  pact: document,
  baseUrl,
  stateUrl,
  provider,
  timeoutMs,
}: PactOrder): Promise<string> {
  const file = join(folder, 'pact.json');
  await writeFile(file, JSON.stringify(document), { mode: 0o600 });
  try {
    return await pact.verifyPacts({
      provider,
      providerBaseUrl: baseUrl,
      providerStatesSetupUrl: stateUrl,
      pactUrls: [file],
      timeout: timeoutMs,
      followRedirects: false,
      logLevel: 'error',
    });
  } catch (error) {
    // The verifier throws if an interaction fails. The message of its error is the result.
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(file, { force: true });
  }
}

process.on('message', async (order: PactOrder) => send(await verify(order)));
// If the parent has ended, nobody else removes the folder. The parent may have ended before this line.
process.on('disconnect', end);
if (!process.connected) end();
// The parent waits for this message, which says that the verifier is loaded.
send({ folder });

/** Sends a message to the parent. Errors are ignored: if the parent has ended, a `disconnect` event follows. */
function send(message: PactReady | string): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

function end(): void {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}
