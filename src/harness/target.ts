import type { CaseType, OperationId } from '../specification/description.ts';

export const tokenNames = ['member', 'restricted', 'outsider'] as const;
export type TokenName = (typeof tokenNames)[number];

/** `none`: nothing is changed; `restore`: listed clients, which are restored; `all`: anything. */
export const writeModes = ['none', 'restore', 'all'] as const;
export type WriteMode = (typeof writeModes)[number];

/** The deployment under test, as far as a check may know it. The tokens themselves stay in the transport. */
export interface Target {
  readonly baseUrl: string;
  readonly tokens: ReadonlySet<TokenName>;
  /** Where the member's token comes from, in words; undefined if it is in the configuration. */
  readonly memberFrom?: string | undefined;
  /**
   * The operations that the restricted token has no permission for; undefined if the configuration does not list
   * them.
   */
  readonly restrictedOperations: readonly OperationId[] | undefined;
  /** Cases of the organisation, by the type under which each is listed. */
  readonly cases: Readonly<Record<CaseType, readonly string[]>>;
  readonly foreignCases: readonly string[];
  readonly clients: readonly string[];
  /**
   * Fields that listed clients are known to show, by client identifier. A missing identifier means that nothing is
   * known.
   */
  readonly shownFields?: Readonly<Record<string, readonly string[]>>;
  readonly writes: WriteMode;
  /** Client fields that no change may name. */
  readonly leaveFields?: readonly string[];
  /** Set if discovery read the list of cases before the checks. */
  readonly discovered?: {
    /** How the list links its pages; undefined if it has only one. */
    readonly pagesShownBy?: string | undefined;
    /** The queries of the second page and of the last page that was answered. */
    readonly furtherPages: readonly string[];
    /** Whether cases were read that the configuration does not list. */
    readonly isSweep: boolean;
  };
}

export interface ListedCase {
  readonly id: string;
  readonly caseType: CaseType;
}

export function listedCases(target: Target): ListedCase[] {
  return Object.entries(target.cases).flatMap(([caseType, ids]) =>
    ids.map((id) => ({ id, caseType: caseType as CaseType })),
  );
}

/** A target without any configuration. */
export const unknownTarget: Target = Object.freeze({
  baseUrl: '',
  tokens: new Set<never>(),
  restrictedOperations: undefined,
  cases: { Sale: [], Purchase: [], Remortgage: [], Transfer: [] },
  foreignCases: [],
  clients: [],
  writes: 'none',
});
