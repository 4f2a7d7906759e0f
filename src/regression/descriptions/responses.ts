import { type Compared, partDiffers } from './bodies.ts';
import type { DescriptionDifference, Effect } from './difference.ts';
import type { Header, Operation, Response } from './document.ts';
import { breaking, compatible, undecided } from './effects.ts';
import { pairedMedia } from './media.ts';
import { wholeDifference } from './whole.ts';

type Responses = Operation['responses'];

export function responsesDiffer(old: Operation, now: Operation, compared: Compared): DescriptionDifference[] {
  const statuses = new Set([...old.responses.keys(), ...now.responses.keys()]);
  return [...statuses].flatMap((status) => {
    const before = responseTo(old.responses, status);
    const after = responseTo(now.responses, status);
    if (before === undefined) return after === undefined ? [] : [statusAdded(old.name, status)];
    if (after === undefined) return [statusGone(old.name, status, now.responses)];
    const answer = { operation: old.name, status };
    return [
      ...headersDiffer(answer, before, after, compared),
      ...mediaDiffer(answer, before, after, compared),
    ];
  });
}

/** The response for a status: its own, that of its range, or the default. */
function responseTo(responses: Responses, status: string): Response | undefined {
  return responses.get(status) ?? responses.get(`${status[0]}XX`) ?? responses.get('default');
}

function isSuccess(status: string): boolean {
  return status.startsWith('2');
}

/** `default` covers all statuses without a response of their own. */
function maySucceed(status: string): boolean {
  return isSuccess(status) || status === 'default';
}

function statusAdded(operation: string, status: string): DescriptionDifference {
  return wholeDifference(
    operation,
    `response ${status}`,
    'responses',
    `The status ${status} is described now`,
    {
      consumers: effectOnConsumers(operation, status),
      providers: isSuccess(status)
        ? compatible('Nobody has to answer so.')
        : undecided('Whether a provider that answers so already does it in this form is not known.'),
    },
  );
}

function effectOnConsumers(operation: string, status: string): Effect {
  if (isSuccess(status))
    return breaking('A provider may newly answer so.', { operation, status, acceptedBy: 'after' });
  if (status === 'default') return undecided('It stands for statuses of success, too.');
  return compatible('Who does not know a status takes it for the first of its class (RFC 9110, section 15).');
}

function statusGone(operation: string, status: string, now: Responses): DescriptionDifference {
  const isLast = maySucceed(status) && ![...now.keys()].some(maySucceed);
  const words = `The status ${status} is not described any more`;
  return wholeDifference(operation, `response ${status}`, 'responses', words, {
    consumers: isLast
      ? breaking('Nothing is said of success any more.', { operation, status, acceptedBy: 'before' })
      : compatible('What may still be answered could be answered before.'),
    providers: isSuccess(status)
      ? breaking('A provider could answer so until now.', { operation, status, acceptedBy: 'before' })
      : undecided('Whether a provider may still answer so is not said.'),
  });
}

interface Answer {
  readonly operation: string;
  readonly status: string;
}

function mediaDiffer(
  { operation, status }: Answer,
  old: Response,
  now: Response,
  compared: Compared,
): DescriptionDifference[] {
  const part = `response ${status}`;
  return pairedMedia(old.media, now.media).flatMap(({ type, before, after }) => {
    if (before !== undefined && after !== undefined)
      return partDiffers(compared, { operation, name: part, direction: 'response', status }, before, after);
    const isGone = after === undefined;
    const words = isGone
      ? `A body of ${type} is not described any more`
      : `A body of ${type} is described now`;
    return [
      wholeDifference(operation, part, 'content', words, {
        consumers: isGone
          ? breaking('A consumer could ask for it until now.', { operation, status, acceptedBy: 'before' })
          : undecided('Whether it comes unasked is not said.'),
        providers: isGone
          ? breaking('A provider could answer so until now.', { operation, status, acceptedBy: 'before' })
          : undecided('Whether every provider must be able to is not said.'),
      }),
    ];
  });
}

function headersDiffer(
  { operation, status }: Answer,
  old: Response,
  now: Response,
  compared: Compared,
): DescriptionDifference[] {
  const names = new Set([...old.headers.keys(), ...now.headers.keys()]);
  return [...names].flatMap((name) => {
    const before = old.headers.get(name);
    const after = now.headers.get(name);
    const part = `header ${(before ?? after)?.name ?? name} of response ${status}`;
    const schemas =
      before === undefined || after === undefined
        ? []
        : partDiffers(
            compared,
            { operation, name: part, direction: 'response', status, isText: true },
            before.schema,
            after.schema,
          );
    return [...presenceDiffers({ operation, status }, part, before, after), ...schemas];
  });
}

function presenceDiffers(
  { operation, status }: Answer,
  part: string,
  before: Header | undefined,
  after: Header | undefined,
): DescriptionDifference[] {
  const was = before?.isRequired === true;
  const is = after?.isRequired === true;
  if (was === is && (before === undefined) === (after === undefined)) return [];
  const words =
    after === undefined
      ? 'The header is not described any more'
      : before === undefined
        ? `The header is described now${is ? ', and must be there' : ''}`
        : `The header ${is ? 'must be there' : 'may be missing'} now`;
  return [
    wholeDifference(operation, part, 'headers', words, {
      consumers:
        was && !is
          ? breaking('A provider may newly leave it out.', { operation, status, acceptedBy: 'after' })
          : compatible('Nobody was promised it.'),
      providers:
        is && !was
          ? breaking('A provider could leave it out until now.', { operation, status, acceptedBy: 'before' })
          : compatible('It may still be sent.'),
    }),
  ];
}
