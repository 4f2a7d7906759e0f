import {
  breaking,
  compatible,
  type DescriptionDifference,
  type Part,
  partDifference,
  presenceDiffers,
  uncomparedDiffers,
  undecided,
  writtenAt,
} from './difference.ts';
import type { Header, Operation, Response } from './document.ts';
import { type Compared, mediaDiffer, schemasDiffer } from './parts.ts';

type Responses = Operation['responses'];

export function responsesDiffer(old: Operation, now: Operation, compared: Compared): DescriptionDifference[] {
  const statuses = new Set([...old.responses.keys(), ...now.responses.keys()]);
  return [...statuses].flatMap((status) => {
    const before = responseTo(old.responses, status);
    const after = responseTo(now.responses, status);
    const written = writtenAt(before, after);
    const part = { operation: old.name, name: `response ${status}`, status, written };
    if (before === undefined) return after === undefined ? [] : [statusAdded(part)];
    if (after === undefined) return [statusGone(part, now.responses)];
    return [
      ...headersDiffer(part, before, after, compared),
      ...mediaDiffer(compared, { ...part, direction: 'response' }, before.media, after.media),
    ];
  });
}

/** The response for a status: its own, that of its range, or the default. */
function responseTo(responses: Responses, status: string): Response | undefined {
  return responses.get(status) ?? responses.get(`${status[0]}XX`) ?? responses.get('default');
}

interface ResponsePart extends Part {
  readonly status: string;
}

function isSuccess(status: string): boolean {
  return status.startsWith('2');
}

/** `default` covers all statuses without a response of their own. */
function maySucceed(status: string): boolean {
  return isSuccess(status) || status === 'default';
}

function statusAdded(part: ResponsePart): DescriptionDifference {
  const { status } = part;
  const consumers = isSuccess(status)
    ? breaking('A provider may newly answer so.', 'after')
    : status === 'default'
      ? undecided('It covers statuses of success, too.')
      : compatible('Who does not know a status takes it for the first of its class (RFC 9110, section 15).');
  const providers = isSuccess(status)
    ? compatible('Nobody has to answer so.')
    : undecided('Whether a provider that answers so already does it in this form is not known.');
  return presenceDiffers(part, 'response', `The status ${status}`, true, { consumers, providers });
}

function statusGone(part: ResponsePart, now: Responses): DescriptionDifference {
  const { status } = part;
  const isLast = maySucceed(status) && ![...now.keys()].some(maySucceed);
  const consumers = isLast
    ? breaking('Nothing is said of success any more.', 'before')
    : compatible('What may still be answered could be answered before.');
  const providers = isSuccess(status)
    ? breaking('A provider could answer so until now.', 'before')
    : undecided('Whether a provider may still answer so is not said.');
  return presenceDiffers(part, 'response', `The status ${status}`, false, { consumers, providers });
}

function headersDiffer(
  response: ResponsePart,
  old: Response,
  now: Response,
  compared: Compared,
): DescriptionDifference[] {
  const names = new Set([...old.headers.keys(), ...now.headers.keys()]);
  return [...names].flatMap((key) => {
    const before = old.headers.get(key);
    const after = now.headers.get(key);
    const name = `header ${(before ?? after)?.name} of ${response.name}`;
    const part = { ...response, name, written: writtenAt(before, after) };
    const presence = headerDiffers(part, before, after);
    if (before === undefined || after === undefined) return presence;
    const schemaPart = { ...part, direction: 'response', isText: true } as const;
    return [
      ...presence,
      ...uncomparedDiffers(() => part, before.uncompared, after.uncompared),
      ...schemasDiffer(compared, schemaPart, before.schema, after.schema),
    ];
  });
}

function headerDiffers(
  part: Part,
  before: Header | undefined,
  after: Header | undefined,
): DescriptionDifference[] {
  const was = before?.isRequired === true;
  const is = after?.isRequired === true;
  if (was === is && (before === undefined) === (after === undefined)) return [];
  const [rule, words] =
    after === undefined
      ? (['header-removed', 'is not described any more'] as const)
      : before === undefined
        ? is
          ? (['header-added-required', 'is described now, and is required'] as const)
          : (['header-added', 'is described now'] as const)
        : is
          ? (['header-required', 'is required now'] as const)
          : (['header-optional', 'is optional now'] as const);
  const consumers =
    was && !is
      ? breaking('A provider may newly leave it out.', 'after')
      : compatible('Nobody was promised it.');
  const providers =
    is && !was
      ? breaking('A provider could leave it out until now.', 'before')
      : compatible('It may still be sent.');
  return [partDifference(part, rule, `The header ${words}`, { consumers, providers })];
}
