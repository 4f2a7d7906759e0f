import { expect, test } from 'vitest';
import { json } from '../../../faults/answers.ts';
import { storingInstead } from '../../../faults/client-behaviours.ts';
import { demoClients } from '../../../faults/demo.ts';

test('a client that another behaviour does not let be stored is an error', async () => {
  const path = `/api/v2/clients/${demoClients[0]}`;
  const service = storingInstead((record) => ({ ...record, title: 'Dr' }));
  const answer = service({ method: 'PATCH', path, headers: {}, body: '{"title":"Ms"}' }, ({ method }) =>
    Promise.resolve(json(method === 'PATCH' ? 200 : 405, { title: 'Ms' })),
  );
  await expect(answer).rejects.toThrow(`The client was not stored: 405 ${path}`);
});
