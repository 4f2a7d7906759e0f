/** The provider states that the suite asks for, by what providers are told; `docs/provider-states.md` says what each means. */
export const stateNames = {
  caseWithRecord: 'a case with this record',
  caseOfType: 'a case of this type',
  noSuchCase: 'no such case',
  foreignCase: 'a case of another organisation',
  clientWithRecord: 'a client with this record',
  client: 'a client',
  freeSubDomain: 'no organisation with this sub-domain',
  restrictedCaller: 'a caller without permission',
  outsider: 'a caller of another organisation',
} as const;
