import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PactOrder, PactResult } from './pact-process.ts';

// Pact's verifier, in a process of its own: it writes to the standard output whatever it is told, and what it breaks or
// hangs in is native. It is called without the shim that Pact puts before it for JavaScript, which collapses `//`.
const { default: pact } = createRequire(import.meta.url)('@pact-foundation/pact-core');

async function verify({
  pact: document,
  file,
  baseUrl,
  stateUrl,
  provider,
  timeoutMs,
}: PactOrder): Promise<string> {
  await writeFile(file, JSON.stringify(document));
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
    // An interaction that does not hold is thrown, too, with the result as its message.
    return error instanceof Error ? error.message : String(error);
  }
}

process.on('message', async (order: PactOrder) => {
  const result: PactResult = { number: order.number, json: await verify(order) };
  process.send?.(result);
});
// Loaded: whoever started this process waits for it.
process.send?.({});
// A key that ends the run reaches this process, too, which is still needed to end it in order.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());
