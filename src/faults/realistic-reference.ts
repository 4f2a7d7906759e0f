import { readDemo } from '../reference/demo.ts';
import { openSeededReference, type Reference } from '../reference/reference.ts';
import { bundled } from '../specification/bundled.ts';
import type { OwnReference } from './own-reference.ts';
import { answerOf, sharedAnswers } from './reference-answer.ts';

/** Opens the reference implementation as the host of the realistic organisation, for one service. */
export function openRealisticReference(): OwnReference {
  let own: Promise<Reference> | undefined;
  return {
    answer: async (request) => {
      // No operation changes what another one reads.
      if (request.method === 'GET') return read(request);
      own ??= seeded();
      return answerOf(await own, request);
    },
    close: async () => (await own)?.close(),
  };
}

let shared: Promise<Reference> | undefined;

const read = sharedAnswers(() => {
  shared ??= seeded();
  return shared;
});

async function seeded(): Promise<Reference> {
  return openSeededReference(await readDemo('realistic'), bundled.description, 'realistic');
}
