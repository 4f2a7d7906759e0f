import { childPointer } from '../../schema/pointer.ts';
import type { MemberStep, Step } from './change.ts';
import type { JsonType } from './json.ts';

const types: Readonly<Record<JsonType, string>> = {
  ...{ null: 'null', boolean: 'true or false', string: 'a text' },
  ...{ number: 'a number', array: 'a list', object: 'an object' },
};

export function typesInWords(named: readonly JsonType[], isWhole: boolean): string {
  if (named.length === Object.keys(types).length) return 'anything';
  return listed(named.map((type) => (type === 'number' && isWhole ? 'a whole number' : types[type])));
}

export function listed(words: readonly string[]): string {
  const most = 8;
  if (words.length > most) return `${words.slice(0, most).join(', ')} and ${words.length - most} more`;
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** A place in words, such as `Sale: TA6_5th.listingGrade`. Empty for the whole body. */
export function placeInWords(steps: readonly Step[]): string {
  const [first] = steps;
  const shape = first?.kind === 'member' && first.tag !== undefined ? `${first.tag.value}: ` : '';
  const words = steps.map((step, index) => {
    if (step.kind === 'element') return '[]';
    const next = steps[index + 1];
    const tag = next?.kind === 'member' ? next.tag?.value : undefined;
    const name = isListed(step) ? named(step.name) : 'any other member';
    if (tag === undefined) return `.${name}`;
    return tag.startsWith(name) ? `.${tag}` : `.${name} (${tag})`;
  });
  return `${shape}${words.join('').replace(/^\./, '')}`;
}

function named(name: string): string {
  return /^[^\s.:"]+$/.test(name) ? name : JSON.stringify(name);
}

/** The JSON pointer of a place, with `*` for any index and for any unlisted name. */
export function pointerOfPlace(steps: readonly Step[]): string {
  return steps.reduce(
    (pointer, step) => childPointer(pointer, step.kind === 'member' && isListed(step) ? step.name : '*'),
    '',
  );
}

function isListed({ name, holders: { before, after } }: MemberStep): boolean {
  return before.members.has(name) || after.members.has(name);
}
