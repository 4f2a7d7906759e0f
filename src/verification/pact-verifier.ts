import { membersWithin } from '../schema/json.ts';
import { childPointer } from '../schema/pointer.ts';
import { typeInWords } from '../validation/words.ts';

export interface PactVerifier {
  /**
   * Verifies one interaction.
   * @param pact - a pact with only this interaction
   * @param baseUrl - the URL of the provider, or of the relay to it
   * @param stateUrl - the URL to which the verifier sends the interaction's states
   * @returns the result as JSON text
   * @throws {Error} if the verifier fails or does not end
   */
  verify(pact: object, baseUrl: string, stateUrl: string): Promise<string>;
}

export type Mismatch =
  | { readonly kind: 'status' }
  | { readonly kind: 'header'; readonly header: string; readonly failing: string }
  | {
      readonly kind: 'body';
      readonly pointer: string;
      /** The words that follow the pointer, such as "does not match 'a|b'". */
      readonly failing: string;
    };

interface InteractionResult {
  readonly result: string;
  readonly mismatch?: {
    readonly type: string;
    readonly message?: string;
    readonly mismatches?: readonly RawMismatch[];
  };
}

/**
 * A mismatch in the verifier's own format. `expected` comes from the pact. `actual` and the texts quote the
 * answer, so they may contain personal data.
 */
interface RawMismatch {
  readonly type: string;
  readonly mismatch?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly key?: string;
  readonly path?: string;
}

/**
 * Reads the mismatches from the verifier's result. Quotes only words that are in the pact.
 * @param pact - the pact that was verified
 * @throws {Error} unless exactly one interaction was compared, since the result then says nothing
 */
export function readMismatches(json: string, pact: object): Mismatch[] {
  const { interactionResults: results } = parsedResult(json);
  const [result] = results;
  if (result === undefined || results.length !== 1)
    throw new Error(`Pact's verifier verified ${results.length} interactions, and not one.`);
  const { mismatch } = result;
  if (mismatch === undefined) {
    if (result.result !== 'OK')
      throw new Error(`Pact's verifier ended with ${result.result}, and no mismatch.`);
    return [];
  }
  if (mismatch.mismatches === undefined)
    throw new Error(`Pact's verifier compared nothing: ${mismatch.message ?? mismatch.type}`);
  const own = new Set(
    [...membersWithin(pact, Number.POSITIVE_INFINITY)].flat().filter((word) => typeof word === 'string'),
  );
  const mismatches = mismatch.mismatches.flatMap((one) => mismatchesIn(one, own));
  if (mismatches.length === 0)
    throw new Error(`Pact's verifier ended with ${result.result}, and no mismatch that can be reported.`);
  return mismatches.sort(inOrder);
}

function parsedResult(json: string): { readonly interactionResults: readonly InteractionResult[] } {
  try {
    return JSON.parse(json);
  } catch {
    // If the verifier refuses its input, it returns plain text instead of JSON.
    throw new Error(`Pact's verifier did not begin: ${json}`);
  }
}

/**
 * The order of mismatches, since the verifier returns them in random order. At one place, the more specific mismatch
 * comes first.
 */
function inOrder(one: Mismatch, other: Mismatch): number {
  const [left, right] = [one, other].map((mismatch) => JSON.stringify(ranked(mismatch))) as [string, string];
  return left < right ? -1 : Number(left > right);
}

function ranked(mismatch: Mismatch): readonly unknown[] {
  if (mismatch.kind === 'status') return [0];
  const rank = mismatch.kind === 'header' ? 1 : 2;
  const place = mismatch.kind === 'header' ? mismatch.header : mismatch.pointer;
  return [rank, place, Number(mismatch.failing === unclear), mismatch.failing];
}

function mismatchesIn(one: RawMismatch, own: ReadonlySet<string>): Mismatch[] {
  switch (one.type) {
    case 'StatusMismatch':
      return [{ kind: 'status' }];
    case 'HeaderMismatch':
      return [{ kind: 'header', header: String(one.key), failing: failingIn(one, own) }];
    case 'BodyTypeMismatch':
      return [{ kind: 'body', pointer: '', failing: `is not ${String(one.expected)}${againstIt}` }];
    case 'BodyMismatch':
      return bodyMismatches(one, own);
    default:
      // The verifier's other kinds of mismatches are about requests and messages, so they cannot occur.
      throw new Error(`Pact's verifier names a mismatch that is not known: ${one.type}.`);
  }
}

function bodyMismatches(one: RawMismatch, own: ReadonlySet<string>): Mismatch[] {
  const { pointer, isWhole } = pointerOf(String(one.path), own);
  if (!isWhole) return [{ kind: 'body', pointer, failing: `holds what ${unclear}` }];
  if (!/^Actual map is missing the following keys: /.test(String(one.mismatch)))
    return [{ kind: 'body', pointer, failing: failingIn(one, own) }];
  const shown = new Set(namesIn(one.actual));
  return namesIn(one.expected)
    .filter((name) => !shown.has(name))
    .map((name) => ({
      kind: 'body',
      pointer: childPointer(pointer, name),
      failing: `is missing${againstIt}`,
    }));
}

function namesIn(list: unknown): readonly string[] {
  return JSON.parse(String(list));
}

const againstIt = ', against the contract';
const unclear = 'is not as the contract needs';

/**
 * Patterns for the verifier's texts, each with the words for the mismatch. The most reliable pattern comes first, since
 * a text also quotes the answer, which may contain any words. What a group `quoted` matches must be in the pact.
 */
const mismatchPatterns: readonly (readonly [
  RegExp,
  say: (groups: Readonly<Record<string, string>>, expected: unknown) => string,
])[] = [
  [/ to match '(?<quoted>.*)'$/s, ({ quoted }) => `does not match '${quoted}'`],
  [/ to include '(?<quoted>.*)'$/s, ({ quoted }) => `does not include '${quoted}'`],
  [
    / to match a (?<what>date|time|timestamp) pattern of '(?<quoted>.*)': /s,
    ({ what, quoted }) => `is not a ${what} written as ${quoted}`,
  ],
  [/ to be (?<what>a number|an integer|a decimal number)$/, ({ what }) => `is not ${what}`],
  [/ to match a boolean$/, () => 'is not a boolean'],
  [/ to be a null value$/, () => 'is not null'],
  [/ to not be empty$/, () => 'is empty'],
  [/ to have minimum size of (?<size>\d+)$/, ({ size }) => `has fewer than ${size} elements`],
  [/ to have maximum size of (?<size>\d+)$/, ({ size }) => `has more than ${size} elements`],
  [
    /^Expected a List with (?<size>\d+) elements but received \d+/,
    ({ size }) => `does not have ${size} elements`,
  ],
  [/^Expected an empty List but received /, () => 'is not empty'],
  [/^Expected (a header '.*' but was missing|body Present\(.*\) but was empty)$/, () => 'is missing'],
  [/^Failed to parse the actual body: /, () => 'is not well-formed'],
  [/Expected .* to be the same type as /s, (_, expected) => `is not ${typeInWords(expectedValue(expected))}`],
  [
    /Expected .* to (be equal to|have value) /s,
    (_, expected) => `is not ${inWords(expectedValue(expected))}`,
  ],
];

function failingIn({ mismatch, expected }: RawMismatch, own: ReadonlySet<string>): string {
  for (const [pattern, say] of mismatchPatterns) {
    const match = pattern.exec(String(mismatch));
    if (match === null) continue;
    const { groups = {} } = match;
    if (groups.quoted === undefined || own.has(groups.quoted)) return `${say(groups, expected)}${againstIt}`;
  }
  return unclear;
}

function expectedValue(expected: unknown): unknown {
  try {
    return JSON.parse(String(expected));
  } catch {
    return expected;
  }
}

function inWords(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'what the contract has there' : JSON.stringify(value);
}

const maxElements = 100_000;

/**
 * Converts a path of the verifier, such as `$.TA6['a b'][0]`, to a JSON pointer. The pointer ends before the first name
 * that is not in the pact: the provider chose such a name, which may be personal.
 */
function pointerOf(path: string, own: ReadonlySet<string>) {
  let pointer = '';
  for (const [, plain, quoted, index] of path.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]/gs)) {
    const name = plain ?? quoted?.replaceAll(/\\(.)/gs, '$1');
    // A name of digits looks like an index, but may be a telephone number, so a high index is not quoted.
    const isOwn = name === undefined ? Number(index) < maxElements : own.has(name);
    if (!isOwn) return { pointer, isWhole: false };
    pointer = childPointer(pointer, name ?? index ?? '');
  }
  return { pointer, isWhole: true };
}
