import { childPointer } from '../schema/pointer.ts';
import { typeInWords } from '../validation/words.ts';

/** Pact's own verifier, which compares one answer of a provider with one interaction. */
export interface PactVerifier {
  /**
   * @param pact - a pact with one interaction
   * @param baseUrl - of the provider
   * @param stateUrl - the URL that receives the interaction's states
   * @returns its result as JSON text
   * @throws {Error} if it breaks or does not end
   */
  verify(pact: object, baseUrl: string, stateUrl: string): Promise<string>;
}

export type Mismatch =
  | { readonly kind: 'status' }
  | { readonly kind: 'header'; readonly header: string; readonly failing: string }
  | {
      readonly kind: 'body';
      /** A JSON pointer. */
      readonly pointer: string;
      /** The demand of the pact; continues a sentence that begins with the pointer. */
      readonly failing: string;
    };

/** In the verifier's own format. */
interface InteractionResult {
  readonly result: string;
  readonly mismatch?: {
    readonly type: string;
    readonly message?: string;
    readonly mismatches?: readonly RawMismatch[];
  };
}

/**
 * In the verifier's own format: `expected` comes from the pact; `actual` and the text quote the answer, which may be
 * personal data.
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
 * Reads the mismatches from the verifier's result. Quotes only words that occur in the pact.
 * @param pact - the verified pact
 * @throws {Error} if the result is not about exactly one interaction, or nothing was compared: then nothing is known
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
  const own = new Set(wordsIn(pact));
  const mismatches = mismatch.mismatches.flatMap((one) => mismatchesIn(one, own));
  if (mismatches.length === 0)
    throw new Error(`Pact's verifier ended with ${result.result}, and no mismatch that can be reported.`);
  return mismatches.sort(inOrder);
}

function parsedResult(json: string): { readonly interactionResults: readonly InteractionResult[] } {
  try {
    return JSON.parse(json);
  } catch {
    // If the verifier rejects its input, it returns plain text.
    throw new Error(`Pact's verifier did not begin: ${json}`);
  }
}

function* wordsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    yield name;
    yield* wordsIn(member);
  }
}

/** The verifier returns mismatches in random order. At one place, the more specific mismatch comes first. */
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
      // Its other kinds are about requests and messages.
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

/** The names of an object's members, which the verifier writes as a list. */
function namesIn(list: unknown): readonly string[] {
  return JSON.parse(String(list));
}

const againstIt = ', against the contract';
const unclear = 'is not as the contract needs';

/**
 * Patterns that extract the pact's demand, and how an answer misses it, from the verifier's text. The most reliable come first, because the quoted
 * answer may contain any words. A group `quoted` must occur in the pact.
 */
const failings: readonly (readonly [
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
  for (const [pattern, say] of failings) {
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

const mostElements = 100_000;

/**
 * The JSON pointer for a path in the verifier's notation, such as `$.TA6['a b'][0]`. It ends before the first name
 * that is not in the pact, since the answer chooses the names in a map.
 */
function pointerOf(
  path: string,
  own: ReadonlySet<string>,
): { readonly pointer: string; readonly isWhole: boolean } {
  let pointer = '';
  for (const [, plain, quoted, index] of path.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]/gs)) {
    const name = plain ?? quoted?.replaceAll(/\\(.)/gs, '$1');
    // A name of digits is written like an index, and may be a telephone number.
    const isOwn = name === undefined ? Number(index) < mostElements : own.has(name);
    if (!isOwn) return { pointer, isWhole: false };
    pointer = childPointer(pointer, name ?? index ?? '');
  }
  return { pointer, isWhole: true };
}
