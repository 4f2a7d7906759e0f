import { mkdtempSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PactOrder, PactReady } from './pact-process.ts';

// Pact's verifier in a separate process: it writes freely to the standard output, and its native code may crash or
// hang. Pact's JavaScript wrapper is bypassed because it collapses `//`.
const { default: pact } = createRequire(import.meta.url)('@pact-foundation/pact-core');

// A signal that ends the run may also reach this process, which is still needed for an orderly end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

/** The folder for pacts, since the verifier reads only files. */
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
    // A failed interaction is also thrown, with the result as its message.
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(file, { force: true });
  }
}

process.on('message', async (order: PactOrder) => tell(await verify(order)));
// The parent has ended, perhaps already before this line. No other process would remove the folder.
process.on('disconnect', end);
if (!process.connected) end();
// Tells the waiting parent that the verifier is loaded.
tell({ folder });

/** If the parent is gone, the `disconnect` event follows, so errors are ignored. */
function tell(message: PactReady | string): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

function end(): void {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}
