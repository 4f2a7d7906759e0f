import type { CaseType, OperationId } from '../specification/description.ts';

export const tokenNames = ['member', 'restricted', 'outsider'] as const;
export type TokenName = (typeof tokenNames)[number];

/** What a run may change. `none`: nothing; `restore`: listed clients, which are restored; `all`: everything. */
export const writeModes = ['none', 'restore', 'all'] as const;
export type WriteMode = (typeof writeModes)[number];

/** What a check knows about the deployment under test. Only the transport has the tokens. */
export interface Target {
  readonly baseUrl: string;
  readonly tokens: ReadonlySet<TokenName>;
  /** Where the member's token comes from if it is not in the configuration; completes "Check …". */
  readonly memberFrom?: string | undefined;
  /**
   * The operations that the restricted token lacks the permission for. Undefined if the configuration does
   * not list any.
   */
  readonly restrictedOperations: readonly OperationId[] | undefined;
  /** Cases of the organisation, by the type under which each is listed. */
  readonly cases: Readonly<Record<CaseType, readonly string[]>>;
  readonly foreignCases: readonly string[];
  readonly clients: readonly string[];
  /**
   * Fields that are known to belong to listed clients, by client identifier. Nothing is known about a client
   * without an entry.
   */
  readonly shownFields?: Readonly<Record<string, readonly string[]>>;
  readonly writes: WriteMode;
  /** Client fields that no change may contain. */
  readonly leaveFields?: readonly string[];
  /** Set if discovery read the list of cases before the checks. */
  readonly discovered?: {
    /** How the list links to its pages, in words. Undefined if there is only one page. */
    readonly pagesShownBy?: string | undefined;
    /** The query strings of the second page and of the last page that was answered. */
    readonly furtherPages: readonly string[];
    /** Whether discovery also read cases that the configuration does not list. */
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

export const unknownTarget: Target = Object.freeze({
  baseUrl: '',
  tokens: new Set<never>(),
  restrictedOperations: undefined,
  cases: { Sale: [], Purchase: [], Remortgage: [], Transfer: [] },
  foreignCases: [],
  clients: [],
  writes: 'none',
});
