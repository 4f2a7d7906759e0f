/** A part of a description, as JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** What is told of one side: the worst verdict over all differences, or that there is no difference. */
export type Told = 'none' | 'compatible' | 'undecided' | 'breaking';

/** Two descriptions that differ by one kind of edit, and what must be told of them. */
export interface Pair {
  readonly name: string;
  readonly before: Json;
  readonly after: Json;
  /** What may be told: more than one where the edit can be read in more than one way. */
  readonly consumers: readonly Told[];
  readonly providers: readonly Told[];
  /** Where a difference must stand. */
  readonly at?: At;
  /**
   * What proves a break: a body that the schema of one accepts and that of the other refuses, or only an exchange,
   * where no schema decides, or nothing, where only a discriminator does.
   */
  readonly proof: 'body' | 'exchange' | 'policy';
}

export interface At {
  readonly operation?: string;
  readonly part?: string;
  /** Any of these: a member that is missing is at its own place, or at its object’s. */
  readonly pointers?: readonly string[];
  /** Or there, or below. */
  readonly within?: string;
}

/** What an edit does to each side. */
export type Effects = Pick<Pair, 'consumers' | 'providers'>;

/** What an edit does to the values that a schema accepts. */
export type Change = keyof typeof inAnswer;

/** What each change means where the schema is that of an answer. */
const inAnswer = {
  same: { consumers: ['none'], providers: ['none'] },
  wider: { consumers: ['breaking'], providers: ['compatible'] },
  narrower: { consumers: ['compatible'], providers: ['breaking'] },
  crossed: { consumers: ['breaking'], providers: ['breaking'] },
  /** An open object names a member, which it need not have. */
  listed: { consumers: ['compatible'], providers: ['undecided'] },
  /** An open object names another member instead, which it need not have. */
  renamed: { consumers: ['breaking'], providers: ['undecided'] },
  /** No value is told apart, but that is hard to see. */
  'same, hard to see': {
    consumers: ['none', 'compatible', 'undecided'],
    providers: ['none', 'compatible', 'undecided'],
  },
  'wider, hard to see': { consumers: ['breaking', 'undecided'], providers: ['compatible', 'undecided'] },
  'narrower, hard to see': { consumers: ['compatible', 'undecided'], providers: ['breaking', 'undecided'] },
  /** The other direction is not decided. */
  'wider, proven': { consumers: ['breaking'], providers: ['compatible', 'undecided'] },
  'narrower, proven': { consumers: ['compatible', 'undecided'], providers: ['breaking'] },
  'crossed, hard to see': { consumers: ['breaking', 'undecided'], providers: ['breaking', 'undecided'] },
  /** What the keyword means is not known. */
  unknown: { consumers: ['undecided'], providers: ['undecided'] },
} as const satisfies Record<string, Effects>;

/** The effects where the schema is that of an answer: providers send it, consumers read it. */
export function effectsInAnswer(change: Change): Effects {
  return inAnswer[change];
}

/** The effects where the schema is that of a request: consumers send it, providers read it. */
export function effectsInRequest(change: Change): Effects {
  const { consumers, providers } = inAnswer[change];
  return { consumers: providers, providers: consumers };
}

/** The effects where the schema is that of an answer and of a request: each side reads and sends it. */
export function effectsInBoth(change: Change): Effects {
  const { consumers, providers }: Effects = inAnswer[change];
  const worse = consumers.includes('compatible') ? providers : consumers;
  return { consumers: worse, providers: worse };
}

/** An edit: what was before, and what is after. */
export function edit<Before, After>(before: Before, after: After) {
  return { before, after };
}

/** Rows of a table that have all in common but their names and what each has of its own. */
export function alike<const Common extends object, Own extends object>(
  common: Common,
  rows: Readonly<Record<string, Own>>,
): (Own & Common & { readonly name: string })[] {
  return Object.entries(rows).map(([name, own]) => ({ name, ...own, ...common }));
}
