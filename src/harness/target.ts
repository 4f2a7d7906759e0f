import type { CaseType, OperationId } from '../specification/description.ts';

/** The names of the tokens that a target may be configured with. */
export const tokenNames = ['member', 'restricted', 'outsider'] as const;
export type TokenName = (typeof tokenNames)[number];

/** What a run may change: nothing; listed clients, which it puts back; anything. */
export const writeModes = ['none', 'restore', 'all'] as const;
export type WriteMode = (typeof writeModes)[number];

/** The deployment under test, as far as a check may know it: its tokens stay with the transport. */
export interface Target {
  readonly baseUrl: string;
  /** Which tokens are configured. */
  readonly tokens: ReadonlySet<TokenName>;
  /** Where the member's token is from, in words; undefined where the configuration has it. */
  readonly memberFrom?: string | undefined;
  /** What the restricted token has no permission for; undefined when the configuration does not say. */
  readonly restrictedOperations: readonly OperationId[] | undefined;
  /** Cases of the organisation, by the type that each is listed under. */
  readonly cases: Readonly<Record<CaseType, readonly string[]>>;
  /** Cases of another organisation. */
  readonly foreignCases: readonly string[];
  /** Clients of the organisation. */
  readonly clients: readonly string[];
  /** What listed clients are known to show, by their identifiers; nothing is known of those that are missing. */
  readonly shownFields?: Readonly<Record<string, readonly string[]>>;
  readonly writes: WriteMode;
  /** Fields of clients that no change names. */
  readonly leaveFields?: readonly string[];
  /** What the list of cases led to was read before the checks, where it was. */
  readonly discovered?: {
    /** By what the list leads from page to page; undefined where it has one. */
    readonly pagesShownBy?: string | undefined;
    /** The queries of the second page and of the last one that was answered. */
    readonly furtherPages: readonly string[];
    /** Whether cases were read besides those that are listed. */
    readonly isSweep: boolean;
  };
}

/** A case that the configuration lists. */
interface ListedCase {
  readonly id: string;
  readonly caseType: CaseType;
}

/** Every case of the organisation that the configuration lists, in its order. */
export function listedCases(target: Target): ListedCase[] {
  return Object.entries(target.cases).flatMap(([caseType, ids]) =>
    ids.map((id) => ({ id, caseType: caseType as CaseType })),
  );
}
