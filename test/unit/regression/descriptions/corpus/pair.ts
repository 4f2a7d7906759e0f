/** A part of a description, as JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** The verdict for one audience: the worst of all differences, or `none` without a difference. */
export type Told = 'none' | 'compatible' | 'undecided' | 'breaking';

/** Two descriptions that differ by one kind of edit, and the verdicts that are right. */
export interface Pair {
  readonly name: string;
  readonly before: Json;
  readonly after: Json;
  /** The right verdicts. Several if the edit can be read in more than one way. */
  readonly consumers: readonly Told[];
  readonly providers: readonly Told[];
  /** The place of the difference. */
  readonly at?: At | undefined;
  /**
   * The proof of a break. `body`: one schema accepts it, the other refuses it. `exchange`: no schema decides. `policy`:
   * only a discriminator decides.
   */
  readonly proof: 'body' | 'exchange' | 'policy';
}

export interface At {
  readonly operation?: string;
  readonly part?: string;
  /** The difference may be at any of these: a missing member at its own place, or at its object. */
  readonly pointers?: readonly string[];
  /** The difference may be at this pointer or below. */
  readonly within?: string;
}

/** The verdicts that are right for each audience. */
export type Effects = Pick<Pair, 'consumers' | 'providers'>;

/** How an edit changes the set of values that a schema accepts. */
export type Change = keyof typeof inAnswer;

/** The effects of each change of a schema that is used in answers. */
const inAnswer = {
  same: { consumers: ['none'], providers: ['none'] },
  wider: { consumers: ['breaking'], providers: ['compatible'] },
  narrower: { consumers: ['compatible'], providers: ['breaking'] },
  crossed: { consumers: ['breaking'], providers: ['breaking'] },
  /** An open object lists an optional member that it did not list before. */
  listed: { consumers: ['compatible'], providers: ['undecided'] },
  /** An open object lists another optional member instead. */
  renamed: { consumers: ['breaking'], providers: ['undecided'] },
  /** Both schemas accept the same values, which is hard to see. */
  'same, hard to see': {
    consumers: ['none', 'compatible', 'undecided'],
    providers: ['none', 'compatible', 'undecided'],
  },
  'wider, hard to see': { consumers: ['breaking', 'undecided'], providers: ['compatible', 'undecided'] },
  'narrower, hard to see': { consumers: ['compatible', 'undecided'], providers: ['breaking', 'undecided'] },
  /** `wider, proven`: the schema certainly accepts more, and perhaps accepts less, too. */
  'wider, proven': { consumers: ['breaking'], providers: ['compatible', 'undecided'] },
  'narrower, proven': { consumers: ['compatible', 'undecided'], providers: ['breaking'] },
  'crossed, hard to see': { consumers: ['breaking', 'undecided'], providers: ['breaking', 'undecided'] },
  /** The meaning of the keyword is unknown. */
  unknown: { consumers: ['undecided'], providers: ['undecided'] },
} as const satisfies Record<string, Effects>;

/** The effects of a change in an answer: providers send it, consumers read it. */
export function effectsInAnswer(change: Change): Effects {
  return inAnswer[change];
}

/** The effects of a change in a request: consumers send it, providers read it. */
export function effectsInRequest(change: Change): Effects {
  const { consumers, providers } = inAnswer[change];
  return { consumers: providers, providers: consumers };
}

/** The effects of a change in an answer and a request: both send and read it. */
export function effectsInBoth(change: Change): Effects {
  const { consumers, providers }: Effects = inAnswer[change];
  const worse = consumers.includes('compatible') ? providers : consumers;
  return { consumers: worse, providers: worse };
}
