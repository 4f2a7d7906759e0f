import {
  breaking,
  compatible,
  type DescriptionDifference,
  effectsOf,
  type Part,
  partDifference,
  presenceDiffers,
  type Sender,
  uncomparedDiffers,
  undecided,
  writtenAt,
} from './difference.ts';
import {
  describedStatus,
  type Header,
  type Operation,
  type Parameter,
  type Response,
  type Responses,
} from './document.ts';
import { unique } from './json.ts';
import { type Compared, mediaDiffer, schemasDiffer } from './parts.ts';
import type { Shape } from './shape.ts';

export function requestDiffers(old: Operation, now: Operation, compared: Compared): DescriptionDifference[] {
  const before = new Map(old.parameters.map((one) => [one.key, one]));
  const after = new Map(now.parameters.map((one) => [one.key, one]));
  const { request } = old;
  const body = { operation: old.name, name: 'request body', written: writtenAt(request, now.request) };
  return [
    ...keysOf(before, after).flatMap((key) =>
      parameterDiffers(old.name, before.get(key), after.get(key), compared),
    ),
    ...requirednessDiffers(body, 'request-body', request, now.request),
    ...(request && now.request
      ? mediaDiffer(compared, { ...body, direction: 'request' }, request.media, now.request.media)
      : []),
  ];
}

function keysOf(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): string[] {
  return unique([...before.keys(), ...after.keys()]);
}

function parameterDiffers(
  operation: string,
  before: Parameter | undefined,
  after: Parameter | undefined,
  compared: Compared,
): DescriptionDifference[] {
  const part = { operation, name: `parameter ${(before ?? after)?.name}`, written: writtenAt(before, after) };
  return [
    ...(before && after ? formDiffers(part, before, after, compared) : []),
    ...fieldDiffers(compared, part, 'parameter', before, after),
  ];
}

function fieldDiffers(
  compared: Compared,
  part: Part,
  noun: 'parameter' | 'header',
  before: Header | Parameter | undefined,
  after: Header | Parameter | undefined,
): DescriptionDifference[] {
  const presence = requirednessDiffers(part, noun, before, after);
  if (before === undefined || after === undefined) return presence;
  const direction = noun === 'header' ? 'response' : 'request';
  const isText = !('form' in before && before.form.includes('/'));
  return [
    ...presence,
    ...uncomparedDiffers(() => part, before.uncompared, after.uncompared),
    ...schemasDiffer(compared, { ...part, direction, isText }, before.schema, after.schema),
  ];
}

interface Requirable {
  readonly isRequired: boolean;
}

function requirednessDiffers(
  part: Part,
  noun: 'parameter' | 'request-body' | 'header',
  before: Requirable | undefined,
  after: Requirable | undefined,
): DescriptionDifference[] {
  const was = before?.isRequired === true;
  const is = after?.isRequired === true;
  if (was === is && (before === undefined) === (after === undefined)) return [];
  const need = is ? 'required' : 'optional';
  const change =
    after === undefined ? 'removed' : before !== undefined ? need : is ? 'added-required' : 'added';
  const sender: Sender = noun === 'header' ? 'provider' : 'consumer';
  const effects = effectsOf(sender, 'leave it out', { before: is && !was, after: was && !is });
  const words = `The ${noun.replace('request-', '')} ${requirednessInWords[change]}`;
  const undescribed = sender === 'consumer' ? undescribedInRequests[change] : {};
  return [partDifference(part, `${noun}-${change}`, words, { ...effects, ...undescribed })];
}

const requirednessInWords = {
  ...{ added: 'is described now', 'added-required': 'is described now, and is required' },
  ...{ removed: 'is not described any more', required: 'is required now', optional: 'is optional now' },
};

const newlySent = {
  providers: undecided(
    'A consumer may newly send it; the description does not say whether every provider accepts it.',
  ),
};

/**
 * The effects of adding or removing parameters. OpenAPI does not say whether a provider accepts parameters that it does
 * not describe, or ignores removed ones.
 */
const undescribedInRequests = {
  ...{ added: newlySent, 'added-required': newlySent, required: {}, optional: {} },
  removed: {
    consumers: undecided('The description does not say whether it is still read.'),
    providers: compatible('Nobody has to send it any more.'),
  },
};

function formDiffers(
  part: Part,
  old: Parameter,
  now: Parameter,
  compared: Compared,
): DescriptionDifference[] {
  const { before, after } = compared.request.shapes;
  const shapes = [before(old.schema.schema), after(now.schema.schema)];
  // The serialisation of lists and objects matters only if both descriptions allow a list or an object.
  const isAlike = shapes.every(isWrittenInParts) ? old.form === now.form : formOfOne(old) === formOfOne(now);
  if (isAlike) return [];
  const words = `The parameter is written as ${now.form}, was ${old.form}`;
  const effects = effectsOf('consumer', 'write it so', { before: true, after: true });
  return [partDifference(part, 'parameter-style-changed', words, effects)];
}

function formOfOne({ form }: Parameter): string {
  if (form.includes('/')) return form;
  return ['label', 'matrix'].find((style) => form.startsWith(style)) ?? 'plain';
}

function isWrittenInParts({ alternatives }: Shape): boolean {
  return alternatives.some(({ type }) => type === 'array' || type === 'object');
}

export function responsesDiffer(old: Operation, now: Operation, compared: Compared): DescriptionDifference[] {
  return keysOf(old.responses, now.responses).flatMap((status) => {
    const before = responseTo(old.responses, status);
    const after = responseTo(now.responses, status);
    const written = writtenAt(before, after);
    const part = { operation: old.name, name: `response ${status}`, status, written };
    if (before === undefined || after === undefined)
      return (before ?? after) ? [statusDiffers(part, before === undefined, now.responses)] : [];
    return [
      ...keysOf(before.headers, after.headers).flatMap((key) => {
        const [one, other] = [before.headers.get(key), after.headers.get(key)];
        const name = `header ${(one ?? other)?.name} of ${part.name}`;
        const header = { ...part, name, written: writtenAt(one, other) };
        return fieldDiffers(compared, header, 'header', one, other);
      }),
      ...mediaDiffer(compared, { ...part, direction: 'response' }, before.media, after.media),
    ];
  });
}

function responseTo(responses: Responses, status: string): Response | undefined {
  return responses.get(describedStatus(responses, status) ?? '');
}

function statusDiffers(
  part: Part & { readonly status: string },
  isNew: boolean,
  now: Responses,
): DescriptionDifference {
  const { status } = part;
  const isSuccess = status.startsWith('2');
  const effects = {
    ...effectsOf('provider', 'answer so', { before: !isNew, after: isNew }),
    ...(isNew && !isSuccess && { consumers: status === 'default' ? ofDefault : ofFailure }),
    ...(!isSuccess && {
      providers: undecided('A provider may still answer so, although it is not described.'),
    }),
    ...(!isNew && maySucceed(status) && ![...now.keys()].some(maySucceed)
      ? { consumers: breaking('No successful response is described any more.', 'before') }
      : {}),
  };
  return presenceDiffers(part, 'response', `The status ${status}`, isNew, effects);
}

const ofDefault = undecided('It covers successful statuses, too.');
const ofFailure = compatible(
  'A client treats a status that it does not know as the first of its class (RFC 9110, section 15).',
);

/** `default` describes all statuses without a response of their own, so it may describe a success. */
function maySucceed(status: string): boolean {
  return status.startsWith('2') || status === 'default';
}
