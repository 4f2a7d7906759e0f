import { type Compared, partDiffers } from './bodies.ts';
import type { DescriptionDifference } from './difference.ts';
import type { Operation, RequestBody } from './document.ts';
import { breaking, compatible, undecided } from './effects.ts';
import { pairedMedia } from './media.ts';
import { wholeDifference } from './whole.ts';

const part = 'request body';

export function requestDiffers(old: Operation, now: Operation, compared: Compared): DescriptionDifference[] {
  const { name: operation, request: before } = old;
  const { request: after } = now;
  if (before === undefined) return after === undefined ? [] : [bodyAdded(operation, after)];
  if (after === undefined) return [bodyGone(operation)];
  return [
    ...requirementDiffers(operation, before, after),
    ...mediaDiffer(operation, before, after, compared),
  ];
}

function leftOut(operation: string) {
  return breaking('A consumer could send none until now.', { operation, acceptedBy: 'before' });
}

function bodyAdded(operation: string, { isRequired }: RequestBody): DescriptionDifference {
  const words = isRequired ? 'A body is described now, and must be there' : 'A body is described now';
  return wholeDifference(operation, part, 'requestBody', words, {
    consumers: isRequired ? leftOut(operation) : compatible('None need be sent.'),
    providers: undecided('A consumer may newly send one; whether a provider minds is not said.'),
  });
}

function bodyGone(operation: string): DescriptionDifference {
  return wholeDifference(operation, part, 'requestBody', 'A body is not described any more', {
    consumers: undecided('Whether it is still read is not said.'),
    providers: compatible('Nobody has to send one any more.'),
  });
}

function requirementDiffers(operation: string, old: RequestBody, now: RequestBody): DescriptionDifference[] {
  if (old.isRequired === now.isRequired) return [];
  const words = now.isRequired ? 'The body must be there now' : 'The body may be missing now';
  return [
    wholeDifference(operation, part, 'required', words, {
      consumers: now.isRequired ? leftOut(operation) : compatible('It may still be sent.'),
      providers: now.isRequired
        ? compatible('All that may be sent now could be sent before.')
        : breaking('A consumer may newly send none.', { operation, acceptedBy: 'after' }),
    }),
  ];
}

function mediaDiffer(
  operation: string,
  old: RequestBody,
  now: RequestBody,
  compared: Compared,
): DescriptionDifference[] {
  return pairedMedia(old.media, now.media).flatMap(({ type, before, after }) => {
    if (before !== undefined && after !== undefined)
      return partDiffers(compared, { operation, name: part, direction: 'request' }, before, after);
    const isGone = after === undefined;
    const words = isGone ? `A body of ${type} is not taken any more` : `A body of ${type} is taken now`;
    return [
      wholeDifference(operation, part, 'content', words, {
        consumers: isGone
          ? breaking('A consumer could send it until now.', { operation, acceptedBy: 'before' })
          : compatible('It need not be sent.'),
        providers: isGone
          ? compatible('Nobody may send it any more.')
          : breaking('A consumer may newly send it.', { operation, acceptedBy: 'after' }),
      }),
    ];
  });
}
