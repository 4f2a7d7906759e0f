import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import fastify from 'fastify';

// The baseline for `serve`: Fastify routes without a token check. A reading sends the bytes of a recorded answer. A
// change writes one row and syncs it to disk.

const [file = '', answers = ''] = process.argv.slice(2);
const { record, list, client } = JSON.parse(readFileSync(answers, 'utf8')) as Record<string, string>;

const sqlite = new DatabaseSync(file);
sqlite.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE clients (id TEXT PRIMARY KEY, record TEXT); INSERT INTO clients VALUES ('one', '{}')`);
const update = sqlite.prepare(`UPDATE clients SET record = ? WHERE id = 'one'`);

const app = fastify();
const json = 'application/json; charset=utf-8';
app.get('/api/v2/cases/:id/data', async (_, reply) => reply.type(json).send(record));
app.get('/api/v2/cases', async (_, reply) => reply.type(json).send(list));
app.patch('/api/v2/clients/:id', async (request, reply) => {
  update.run(JSON.stringify(request.body));
  return reply.type(json).send(client);
});
process.on('SIGTERM', () => app.close());
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
