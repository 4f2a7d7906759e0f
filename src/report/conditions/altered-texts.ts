import { isMasked, lengthOf } from '../../http/redact.ts';
import { characterNames, cutAtClass, type Ending, replacedIn } from '../../rules/text-difference.ts';
import { valueAt } from '../../schema/pointer.ts';
import type { Evidence } from '../../trace/evidence.ts';
import type { Problem } from '../problems.ts';
import { few } from '../words.ts';
import type { Seen } from './seen.ts';

/** The text that was sent and the one found in its place. Empty if they are equal, or masked. */
export function alteredText(
  exchanges: readonly Evidence[],
  { kind = '', pointer, exchange, causedBy = exchange }: Problem['findings'][number],
): (readonly [string, string])[] {
  if (!['cut', 'altered'].includes(kind)) return [];
  const [sent, found] = [exchanges[causedBy]?.request.body, exchanges[exchange]?.response.body].map((body) =>
    body === undefined ? undefined : valueAt(body, pointer),
  );
  if (typeof sent !== 'string' || typeof found !== 'string' || sent === found) return [];
  return [[sent, found]];
}

/** The altered characters, unless a text was altered in letters and digits alone, which most texts have. */
export function alteredCharacters(texts: Seen['texts']): string[] {
  const altered = texts
    .filter((pair) => !pair.some(isMasked))
    .map(([sent, found]) =>
      replacedIn(sent, found).flatMap(([from, to]) =>
        [...from].filter((one) => !/[\w ]/.test(one) && !to.includes(one)),
      ),
    );
  return altered.some((some) => some.length === 0) ? [] : [...new Set(altered.flat())];
}

/** The maximum number of altered characters to name. */
export const mostCharacters = 4;

/** What was altered in further texts, if the first one does not show it. */
export function alsoAltered(seen: Seen): string[] {
  if (lengthOfCut(seen) !== undefined) return [];
  const [first = [], ...others] = seen.texts
    .filter((pair) => !pair.some(isMasked))
    .map(([sent, found]) =>
      replacedIn(sent, found)
        .filter(([from]) => /[^\w ]/.test(from))
        .map((parts) => parts.map(characterNames).join(' → ')),
    );
  const further = [...new Set(others.flat())].filter((one) => !first.includes(one));
  return further.length === 0 ? [] : [`Also: ${few(further, mostCharacters)}.`];
}

/** Whether a value has what was altered in others: more characters than are kept, or one of the altered ones. */
export function isAlterable(value: unknown, seen: Seen): boolean {
  if (value === undefined) return false;
  const [cut, ending] = [lengthOfCut(seen), endingOf(seen.texts)];
  if (ending !== undefined) return typeof value === 'string' && ending.member.test(value);
  if (cut !== undefined) return typeof value === 'string' && lengthOf(value) > cut;
  const { altered } = seen;
  return altered.length === 0 || altered.some((one) => String(value).includes(one));
}

/** The length to which texts are cut. Undefined if the problem is another one. */
export function lengthOfCut({ findings, texts }: Seen): number | undefined {
  if (texts.length === 0 || findings.some(({ kind }) => kind !== 'cut') || endingOf(texts) !== undefined)
    return undefined;
  return Math.max(...texts.map(([, found]) => lengthOf(found)));
}

/** The kind of character at which all texts are cut, if it is one. */
export function endingOf(texts: Seen['texts']): Ending | undefined {
  const [first, ...others] = texts.map(([sent, found]) => cutAtClass(sent, found));
  return others.every((one) => one === first) ? first : undefined;
}
