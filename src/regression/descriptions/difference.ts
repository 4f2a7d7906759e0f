import { createHash } from 'node:crypto';
import type { Uncompared } from './document.ts';
import { keywordOf, type PartRule, type PresenceRule, type Rule } from './rules.ts';

/** Those whom a difference may affect: consumers call the service, providers implement it. */
export const audiences = ['consumers', 'providers'] as const;

export type Audience = (typeof audiences)[number];

export interface Effect {
  readonly verdict: EffectVerdict;
  readonly reason: string;
  /** The value that proves a breaking effect. Absent if the effect is `byPolicy`. */
  readonly witness?: Witness;
  /**
   * Set if no value proves the breaking effect: it affects only programs that use the discriminator or fill in the
   * default.
   */
  readonly byPolicy?: true;
  /** Set if the verdict is `undecided` because the maximum number of values was reached. */
  readonly unsearched?: true;
}

export const effectVerdicts = ['breaking', 'undecided', 'compatible'] as const;

export type EffectVerdict = (typeof effectVerdicts)[number];

export type Side = 'before' | 'after';

/** A request or response that one description allows and the other does not. */
export interface Witness {
  readonly operation: string;
  /** The status, for a response. */
  readonly status?: string;
  /** The value of the body, parameter or header that differs. */
  readonly body?: unknown;
  readonly acceptedBy: Side;
}

export interface DescriptionDifference {
  /** For example `GET /api/v2/org`. Undefined if the difference concerns the whole description. */
  readonly operation: string | undefined;
  /** For example `request body`, `response 200` or `parameter limit`. */
  readonly part: string;
  /** The media type, if the difference is in a body. */
  readonly mediaType?: string;
  /** A pointer into the body, with `*` for any array index. */
  readonly pointer: string;
  readonly message: string;
  /** The first 20 places where the schema with this change is used, starting with `pointer`. */
  readonly places: readonly string[];
  /** The JSON Schema keyword that differs, or the member of the operation. */
  readonly keyword: string;
  /** The kind of change, such as `response-enum-widened`. Names are stable over versions of the suite. */
  readonly rule: Rule;
  /** A hash of the operation, part, rule and change, so equal as long as these stay the same. */
  readonly fingerprint: string;
  readonly written: Written;
  readonly consumers: Effect;
  readonly providers: Effect;
}

export interface Written {
  /** For each description that has the place: a JSON pointer to the schema, or outside of schemas to the member. */
  readonly at: Readonly<Record<Side, string | undefined>>;
  /**
   * For each step of the difference's pointer: the tag (such as `caseType: Sale`) of the object, if a tag distinguishes
   * it from others.
   */
  readonly tags: readonly ({ readonly name: string; readonly value: string } | undefined)[];
}

interface Pointed {
  readonly pointer: string;
}

export function writtenAt(before: Pointed | undefined, after: Pointed | undefined): Written {
  return { at: { before: before?.pointer, after: after?.pointer }, tags: [] };
}

export interface Part {
  readonly operation: string;
  readonly name: string;
  readonly status?: string;
  readonly mediaType?: string;
  readonly written: Written;
}

interface EffectOfPart extends Omit<Effect, 'witness'> {
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

export type Sender = 'consumer' | 'provider';

/**
 * The description that allows the witness of a break: the new description for receivers, who may get new values; the
 * old description for senders, whose values may now be refused.
 */
export function breakingSide(audience: Audience, sender: Sender): Side {
  return audience.startsWith(sender) ? 'before' : 'after';
}

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
 * The effects of a difference on both audiences.
 * @param does - words that follow "A consumer may newly"
 * @param only - for each description, whether it alone allows what `does` says
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

export function partOf(
  name: string,
  before: (Pointed & { readonly name: string }) | undefined,
  after: (Pointed & { readonly name: string }) | undefined,
): Part {
  return { operation: String((before ?? after)?.name), name, written: writtenAt(before, after) };
}

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
 * The members that identify a difference.
 * @param change - values that distinguish the difference from others of the same part and rule
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

export function uncomparedDiffers(
  partOf: (name: string) => Part,
  before: Uncompared,
  after: Uncompared,
): DescriptionDifference[] {
  const effect = undecided('The suite does not compare it, so it may break someone.');
  return (Object.keys(before) as (keyof Uncompared)[])
    .filter((name) => before[name] !== after[name])
    .map((name) =>
      partDifference(partOf(name), `${name}-changed`, `${name} changed`, {
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
