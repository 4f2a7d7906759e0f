/** The names of the provider states that the suite uses; `docs/provider-states.md` describes them. */
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
