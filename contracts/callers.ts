import type { OperationId } from '../src/specification/description.ts';
import type { Interaction } from './interaction.ts';
import { callerWithoutPermission } from './provider-states.ts';

export interface GuardedRequest extends Pick<Interaction, 'states' | 'sends' | 'call'> {
  /**
   * The members that the client needs in the body of a refusal, and the rows that state them. Absent if the documents
   * leave the body open.
   */
  readonly refusal?: { readonly body: unknown; readonly requirements: readonly string[] };
}

/**
 * Interactions in which an operation refuses a caller: without a token, with an invalid token, or without permission
 * (interface 5).
 */
export function refusedCallers(
  operation: OperationId,
  { states, sends, call, refusal }: GuardedRequest,
): Interaction[] {
  const refused = (status: number, requirement: string) => ({
    states,
    sends,
    call,
    requirements: [requirement, ...(refusal?.requirements ?? [])],
    answer: { status, body: refusal?.body },
  });
  return [
    {
      ...refused(401, 'credentials-401'),
      title: 'without credentials, it is refused with 401',
      caller: 'nobody',
    },
    {
      ...refused(401, 'credentials-401'),
      title: 'with a token that is not valid, it is refused with 401',
      caller: 'invalid',
    },
    {
      ...refused(403, 'permissions-403'),
      title: 'with a token that lacks the permission, it is refused with 403',
      states: [...states, callerWithoutPermission(operation)],
      caller: 'restricted',
    },
  ];
}
