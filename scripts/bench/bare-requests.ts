import { readFile } from 'node:fs/promises';
import { startEmbedded } from '../../src/cli/opened-reference.ts';
import { sendBare } from './send-bare.ts';

// The baseline for `check --reference`: starts the same embedded service, and sends recorded requests to it.
const [file = ''] = process.argv.slice(2);
const { target, close } = await startEmbedded();
const { baseUrl, concurrency } = target.transport;
await sendBare(baseUrl, concurrency, JSON.parse(await readFile(file, 'utf8')));
await close();
