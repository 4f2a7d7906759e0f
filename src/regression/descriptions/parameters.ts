import { type Compared, partDiffers } from './bodies.ts';
import type { DescriptionDifference, Witness } from './difference.ts';
import type { Operation, Parameter } from './document.ts';
import { breaking, compatible, undecided } from './effects.ts';
import type { Shape } from './shape.ts';
import { wholeDifference } from './whole.ts';

/** The differences between the parameters of an operation. Path parameters are identified by position. */
export function parametersDiffer(
  old: Operation,
  now: Operation,
  compared: Compared,
): DescriptionDifference[] {
  const before = new Map(old.parameters.map((one) => [one.key, one]));
  const after = new Map(now.parameters.map((one) => [one.key, one]));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const one = before.get(key);
    const other = after.get(key);
    if (one === undefined) return other === undefined ? [] : [parameterAdded(old.name, other)];
    if (other === undefined) return [parameterGone(old.name, one)];
    return [
      ...requirementDiffers(old.name, one, other),
      ...formDiffers(old.name, one, other, compared),
      ...partDiffers(
        compared,
        { operation: old.name, name: partName(one), direction: 'request', isText: !one.form.includes('/') },
        one.schema,
        other.schema,
      ),
    ];
  });
}

function partName({ name }: Parameter): string {
  return `parameter ${name}`;
}

function parameterAdded(operation: string, parameter: Parameter): DescriptionDifference {
  const { isRequired } = parameter;
  const words = isRequired
    ? 'The parameter is described now, and must be there'
    : 'The parameter is described now';
  return wholeDifference(operation, partName(parameter), 'parameters', words, {
    consumers: isRequired ? leftOut(operation) : compatible('It need not be sent.'),
    providers: undecided('A consumer may newly send it; whether a provider minds is not said.'),
  });
}

function leftOut(operation: string) {
  const witness: Witness = { operation, acceptedBy: 'before' };
  return breaking('A consumer could leave it out until now.', witness);
}

function parameterGone(operation: string, parameter: Parameter): DescriptionDifference {
  return wholeDifference(
    operation,
    partName(parameter),
    'parameters',
    'The parameter is not described any more',
    {
      consumers: undecided('Whether it is still read is not said.'),
      providers: compatible('Nobody has to send it any more.'),
    },
  );
}

function requirementDiffers(operation: string, old: Parameter, now: Parameter): DescriptionDifference[] {
  if (old.isRequired === now.isRequired) return [];
  const words = now.isRequired ? 'The parameter must be there now' : 'The parameter may be missing now';
  return [
    wholeDifference(operation, partName(old), 'required', words, {
      consumers: now.isRequired ? leftOut(operation) : compatible('It may still be sent.'),
      providers: now.isRequired
        ? compatible('All that may be sent now could be sent before.')
        : breaking('A consumer may newly leave it out.', { operation, acceptedBy: 'after' }),
    }),
  ];
}

function formDiffers(
  operation: string,
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
    wholeDifference(
      operation,
      partName(old),
      'style',
      `The parameter is written as ${now.form}, was ${old.form}`,
      {
        consumers: breaking(`A consumer could write it as ${old.form} until now.`, {
          operation,
          acceptedBy: 'before',
        }),
        providers: breaking(`A consumer may newly write it as ${now.form}.`, {
          operation,
          acceptedBy: 'after',
        }),
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
