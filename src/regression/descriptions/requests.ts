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
import type { Operation, Parameter } from './document.ts';
import { type Compared, mediaDiffer, schemasDiffer } from './parts.ts';
import type { Shape } from './shape.ts';

/** The differences of a request: of its parameters, which are identified by position in paths, and of its body. */
export function requestDiffers(old: Operation, now: Operation, compared: Compared): DescriptionDifference[] {
  const before = new Map(old.parameters.map((one) => [one.key, one]));
  const after = new Map(now.parameters.map((one) => [one.key, one]));
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const { request } = old;
  const body = { operation: old.name, name: 'request body', written: writtenAt(request, now.request) };
  return [
    ...keys.flatMap((key) => parameterDiffers(old.name, before.get(key), after.get(key), compared)),
    ...needDiffers(body, ['body', 'request-body'], request, now.request),
    ...(request && now.request
      ? mediaDiffer(compared, { ...body, direction: 'request' }, request.media, now.request.media)
      : []),
  ];
}

function parameterDiffers(
  operation: string,
  before: Parameter | undefined,
  after: Parameter | undefined,
  compared: Compared,
): DescriptionDifference[] {
  const part = { operation, name: `parameter ${(before ?? after)?.name}`, written: writtenAt(before, after) };
  const presence = needDiffers(part, ['parameter', 'parameter'], before, after);
  if (before === undefined || after === undefined) return presence;
  const isText = !before.form.includes('/');
  return [
    ...presence,
    ...formDiffers(part, before, after, compared),
    ...uncomparedDiffers(() => part, before.uncompared, after.uncompared),
    ...schemasDiffer(compared, { ...part, direction: 'request', isText }, before.schema, after.schema),
  ];
}

interface Sent {
  readonly isRequired: boolean;
}

function needDiffers(
  part: Part,
  [noun, rule]: readonly [noun: string, rule: 'parameter' | 'request-body'],
  before: Sent | undefined,
  after: Sent | undefined,
): DescriptionDifference[] {
  if (before === undefined && after === undefined) return [];
  const isRequired = after?.isRequired === true;
  const leftOut = breaking('A consumer could leave it out until now.', 'before');
  if (after === undefined)
    return [
      presenceDiffers(part, rule, `The ${noun}`, false, {
        consumers: undecided('Whether it is still read is not said.'),
        providers: compatible('Nobody has to send it any more.'),
      }),
    ];
  if (before === undefined)
    return [
      partDifference(
        part,
        `${rule}-added${isRequired ? '-required' : ''}`,
        `The ${noun} is described now${isRequired ? ', and is required' : ''}`,
        {
          consumers: isRequired ? leftOut : compatible('It need not be sent.'),
          providers: undecided('A consumer may newly send it; whether a provider minds is not said.'),
        },
      ),
    ];
  if (before.isRequired === isRequired) return [];
  return [
    partDifference(
      part,
      `${rule}-${isRequired ? 'required' : 'optional'}`,
      `The ${noun} ${isRequired ? 'is required' : 'is optional'} now`,
      {
        consumers: isRequired ? leftOut : compatible('It may still be sent.'),
        providers: isRequired
          ? compatible('All that may be sent now could be sent before.')
          : breaking('A consumer may newly leave it out.', 'after'),
      },
    ),
  ];
}

function formDiffers(
  part: Part,
  old: Parameter,
  now: Parameter,
  compared: Compared,
): DescriptionDifference[] {
  const { before, after } = compared.request.shapes;
  const shapes = [before(old.schema.schema), after(now.schema.schema)];
  // The serialisation of lists and objects matters only if both descriptions allow them.
  const isAlike = shapes.every(isWrittenInParts) ? old.form === now.form : formOfOne(old) === formOfOne(now);
  if (isAlike) return [];
  return [
    partDifference(
      part,
      'parameter-style-changed',
      `The parameter is written as ${now.form}, was ${old.form}`,
      {
        consumers: breaking(`A consumer could write it as ${old.form} until now.`, 'before'),
        providers: breaking(`A consumer may newly write it as ${now.form}.`, 'after'),
      },
    ),
  ];
}

/** The serialisation of a single value: the prefix of its style, or its media type. */
function formOfOne({ form }: Parameter): string {
  if (form.includes('/')) return form;
  return ['label', 'matrix'].find((style) => form.startsWith(style)) ?? 'plain';
}

function isWrittenInParts({ alternatives }: Shape): boolean {
  return alternatives.some(({ type }) => type === 'array' || type === 'object');
}
