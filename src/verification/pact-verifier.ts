/** Pact's own verifier, which holds one answer of a provider to one interaction. */
export interface PactVerifier {
  /**
   * @param pact - a pact of one interaction
   * @param baseUrl - of the provider
   * @param stateUrl - where it tells of the interaction's states
   * @returns its result, JSON text
   * @throws {Error} when it breaks, or does not end
   */
  verify(pact: object, baseUrl: string, stateUrl: string): Promise<string>;
}

/** Something that is not as the pact needs it. */
export type Mismatch =
  | { readonly kind: 'status' }
  | { readonly kind: 'header'; readonly header: string; readonly need: string }
  | {
      readonly kind: 'body';
      /** A JSON pointer. */
      readonly pointer: string;
      /** What the pact needs there; continues a sentence that begins with the pointer. */
      readonly need: string;
    };

/** What Pact's verifier found: the mismatches, or why it did not come to compare anything. */
export type PactVerdict =
  | { readonly kind: 'compared'; readonly mismatches: readonly Mismatch[] }
  | { readonly kind: 'not-compared'; readonly message: string };

/** As the verifier writes it. */
interface InteractionResult {
  readonly result: string;
  readonly mismatch?: {
    readonly type: string;
    readonly message?: string;
    readonly mismatches?: readonly Readonly<Record<string, unknown>>[];
  };
}

/**
 * Reads the verifier's result.
 * @throws {Error} when it is not about exactly one interaction: then nothing is known
 */
export function readVerdict(json: string): PactVerdict {
  const { interactionResults: results } = parsedResult(json);
  const [result] = results;
  if (result === undefined || results.length !== 1)
    throw new Error(`Pact's verifier verified ${results.length} interactions, and not one.`);
  const { mismatch } = result;
  if (mismatch === undefined) {
    if (result.result !== 'OK')
      throw new Error(`Pact's verifier ended with ${result.result}, and no mismatch.`);
    return { kind: 'compared', mismatches: [] };
  }
  if (mismatch.mismatches === undefined)
    return { kind: 'not-compared', message: mismatch.message ?? mismatch.type };
  return { kind: 'compared', mismatches: mismatch.mismatches.flatMap(mismatchesIn) };
}

function parsedResult(json: string): { readonly interactionResults: readonly InteractionResult[] } {
  try {
    return JSON.parse(json);
  } catch {
    // What it refuses to begin with it answers with plain words.
    throw new Error(`Pact's verifier did not begin: ${json}`);
  }
}

/** Its own words quote the answer, which may be personal; of them only what the pact needs is taken. */
function mismatchesIn(one: Readonly<Record<string, unknown>>): Mismatch[] {
  const words = String(one.mismatch);
  switch (one.type) {
    case 'StatusMismatch':
      return [{ kind: 'status' }];
    case 'HeaderMismatch':
      return [{ kind: 'header', header: String(one.key), need: needIn(words) }];
    case 'BodyTypeMismatch':
      return [{ kind: 'body', pointer: '', need: `must be ${String(one.expected)}, as the contract needs` }];
    case 'BodyMismatch':
      return bodyMismatches(pointerOf(String(one.path)), words);
    default:
      throw new Error(`Pact's verifier names a mismatch that is not known: ${String(one.type)}.`);
  }
}

function bodyMismatches(pointer: string, words: string): Mismatch[] {
  const [, missing] = /missing the following keys: (.*)$/s.exec(words) ?? [];
  if (missing === undefined) return [{ kind: 'body', pointer, need: needIn(words) }];
  return missing.split(', ').map((key) => ({
    kind: 'body',
    pointer: `${pointer}/${key}`,
    need: 'must be present, as the contract needs',
  }));
}

const needs: readonly (readonly [RegExp, (need: string) => string])[] = [
  [/^.* to match '(.*)'$/s, (regex) => `must match '${regex}', as the contract needs`],
  [/^.* to be equal to (.*)$/s, (value) => `must be ${value}, as the contract needs`],
  [/^.* to be the same type as (.*)$/s, (value) => `must be of the type of ${value}, as the contract needs`],
];

function needIn(words: string): string {
  for (const [pattern, say] of needs) {
    const [, need] = pattern.exec(words) ?? [];
    if (need !== undefined) return say(need);
  }
  return 'is not as the contract needs';
}

/** The JSON pointer of a path as the verifier writes it, such as `$.TA6['a b'][0]`. */
function pointerOf(path: string): string {
  const steps = path.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]/gs);
  return [...steps]
    .map(([, plain, quoted, index]) => plain ?? quoted ?? index ?? '')
    .map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}
