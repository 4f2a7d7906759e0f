import { createHash } from 'node:crypto';
import type { Uncompared } from './document.ts';
import { keywordOf, type PartRule, type PresenceRule, type Rule } from './rules.ts';

/** The parties that a difference affects. */
export const audiences = ['consumers', 'providers'] as const;

export type Audience = (typeof audiences)[number];

/** The effect of a difference on one audience. */
export interface Effect {
  readonly verdict: EffectVerdict;
  /** One sentence. */
  readonly reason: string;
  /** The proof; present for each breaking effect, unless it is breaking by policy. */
  readonly witness?: Witness;
  /** No value proves it: only those who read by a discriminator or fill in a default are broken. */
  readonly byPolicy?: true;
  /** It is undecided because the search for values had ended, and not because none was found. */
  readonly unsearched?: true;
}

/** The worst comes first. */
export const effectVerdicts = ['breaking', 'undecided', 'compatible'] as const;

export type EffectVerdict = (typeof effectVerdicts)[number];

/** The old description and the new one. */
export type Side = 'before' | 'after';

/** An exchange that one description allows and the other does not. */
export interface Witness {
  readonly operation: string;
  /** The status of the response, if the difference is in one. */
  readonly status?: string;
  /** The value of the part that differs: a body, a parameter or a header. */
  readonly body?: unknown;
  readonly acceptedBy: Side;
}

/** One difference between two descriptions. */
export interface DescriptionDifference {
  /** Such as `GET /api/v2/org`; undefined for the whole description. */
  readonly operation: string | undefined;
  /** Such as `request body`, `response 200`, `parameter limit`. */
  readonly part: string;
  /** Of the body, if the difference is in one. */
  readonly mediaType?: string;
  /** Into the body, with `*` for any position in a list. */
  readonly pointer: string;
  /** A sentence in the reader's terms. */
  readonly message: string;
  /** The first 20 places of the same change. The pointer is that of the first one. */
  readonly places: readonly string[];
  /** The JSON Schema keyword, or the part of an operation that differs. */
  readonly keyword: string;
  /** The kind of change; stable over versions of the suite. */
  readonly rule: Rule;
  /** Identifies the difference over calls, as long as the change is the same. */
  readonly fingerprint: string;
  readonly written: Written;
  readonly consumers: Effect;
  readonly providers: Effect;
}

/** Where a part is written in each description. */
export interface Written {
  /** JSON pointers into the descriptions; of a schema, if the difference is below one. */
  readonly at: Readonly<Record<Side, string | undefined>>;
  /** For each step of a difference's pointer, the tag of the object that has the member, if tags distinguish it. */
  readonly tags: readonly ({ readonly name: string; readonly value: string } | undefined)[];
}

/** Something that is written in a description, and the JSON pointer to it. */
interface Pointed {
  readonly pointer: string;
}

export function writtenAt(before: Pointed | undefined, after: Pointed | undefined): Written {
  return { at: { before: before?.pointer, after: after?.pointer }, tags: [] };
}

/** A part of an operation, such as `response 200`. */
export interface Part {
  readonly operation: string;
  readonly name: string;
  /** Only of a response. */
  readonly status?: string;
  /** Only of a body. */
  readonly mediaType?: string;
  readonly written: Written;
}

/** An effect that the part itself proves: the exchange with it, or without it. */
export interface EffectOfPart extends Omit<Effect, 'witness'> {
  readonly acceptedBy?: Side;
}

export function breaking(reason: string, acceptedBy: Side): EffectOfPart {
  return { verdict: 'breaking', reason, acceptedBy };
}

export function compatible(reason: string): EffectOfPart {
  return { verdict: 'compatible', reason };
}

export function undecided(reason: string): EffectOfPart {
  return { verdict: 'undecided', reason };
}

/** The party that sends a part. The other one receives it. */
export type Sender = 'consumer' | 'provider';

/** The side whose values break an audience: receivers by what is newly sent, senders by what may no longer be sent. */
export function breakingSide(audience: Audience, sender: Sender): Side {
  return audience.startsWith(sender) ? 'before' : 'after';
}

/** The reasons refer to the witness, not to the message: the difference may add, remove or require something. */
export const reasonsOf: Readonly<Record<Side, (sender: Sender, does: string) => Reasons>> = {
  before: (sender, does) => ({
    breaking: `A ${sender} could ${does} until now.`,
    compatible: `What a ${sender} could send until now is still allowed.`,
  }),
  after: (sender, does) => ({
    breaking: `A ${sender} may newly ${does}.`,
    compatible: 'All that may be sent now could be sent before.',
  }),
};

type Reasons = Readonly<Record<'breaking' | 'compatible', string>>;

/**
 * The effects of something that a sender may do, such as to leave out a parameter.
 * @param does - continues a sentence such as "A consumer may newly"
 * @param only - whether only this description allows it
 */
export function effectsOf(
  sender: Sender,
  does: string,
  only: Readonly<Record<Side, boolean>>,
): Readonly<Record<Audience, EffectOfPart>> {
  const effectOn = (audience: Audience): EffectOfPart => {
    const side = breakingSide(audience, sender);
    const reasons = reasonsOf[side](sender, does);
    return only[side] ? breaking(reasons.breaking, side) : compatible(reasons.compatible);
  };
  return { consumers: effectOn('consumers'), providers: effectOn('providers') };
}

/** A part of an operation that is in at least one of the descriptions. */
export function partOf(
  name: string,
  before: (Pointed & { readonly name: string }) | undefined,
  after: (Pointed & { readonly name: string }) | undefined,
): Part {
  return { operation: String((before ?? after)?.name), name, written: writtenAt(before, after) };
}

/** A difference of a part as a whole, outside its schema. */
export function partDifference(
  part: Part,
  rule: PartRule,
  words: string,
  { consumers, providers }: Readonly<Record<Audience, EffectOfPart>>,
): DescriptionDifference {
  const message = `${words}.`;
  return {
    ...differenceIn(part, rule, [message]),
    ...{ pointer: '', message, places: [''], keyword: keywordOf(rule) },
    consumers: provenBy(part, consumers),
    providers: provenBy(part, providers),
  };
}

/** A part that only one of the descriptions has. */
export function presenceDiffers(
  part: Part,
  rule: PresenceRule,
  subject: string,
  isThere: boolean,
  effects: Readonly<Record<Audience, EffectOfPart>>,
): DescriptionDifference {
  return isThere
    ? partDifference(part, `${rule}-added`, `${subject} is described now`, effects)
    : partDifference(part, `${rule}-removed`, `${subject} is not described any more`, effects);
}

/**
 * The identity of a difference of a part.
 * @param change - everything else that distinguishes it from others
 */
export function differenceIn(
  { operation, name, mediaType, written }: Omit<Part, 'operation'> & Pick<DescriptionDifference, 'operation'>,
  rule: Rule,
  change: readonly unknown[],
): Pick<DescriptionDifference, 'operation' | 'part' | 'mediaType' | 'rule' | 'fingerprint' | 'written'> {
  const identity = JSON.stringify([operation, name, mediaType, rule, ...change]);
  const fingerprint = createHash('sha256').update(identity).digest('hex').slice(0, 16);
  return {
    operation,
    part: name,
    ...(mediaType === undefined ? {} : { mediaType }),
    rule,
    fingerprint,
    written,
  };
}

/** Parts that changed and are not compared. */
export function uncomparedDiffers(
  partOf: (name: string) => Part,
  before: Uncompared,
  after: Uncompared,
): DescriptionDifference[] {
  const effect = undecided('It is not compared.');
  return (Object.keys(before) as (keyof Uncompared)[])
    .filter((name) => before[name] !== after[name])
    .map((name) =>
      partDifference(partOf(name), `${name}-changed`, `What is written of ${name} is not as it was`, {
        consumers: effect,
        providers: effect,
      }),
    );
}

function provenBy(part: Part, { acceptedBy, ...effect }: EffectOfPart): Effect {
  return acceptedBy === undefined ? effect : { ...effect, witness: witnessIn(part, { acceptedBy }) };
}

export function witnessIn({ operation, status }: Part, proof: Pick<Witness, 'body' | 'acceptedBy'>): Witness {
  return { operation, ...(status === undefined ? {} : { status }), ...proof };
}
