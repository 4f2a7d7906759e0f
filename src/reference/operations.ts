/**
 * The operations that need a token, with the permission that each requires (interface 4 and 9). The documents
 * name no scopes (interface 5), so the names of the permissions are our own.
 */
export const operations = {
  getCaseData: { method: 'GET', url: '/api/v2/cases/:id/data', permission: 'cases:read' },
  listCases: { method: 'GET', url: '/api/v2/cases', permission: 'cases:list' },
  updateClient: { method: 'PATCH', url: '/api/v2/clients/:id', permission: 'clients:write' },
  getOrganisation: { method: 'GET', url: '/api/v2/org', permission: 'organisation:read' },
  createOrganisation: { method: 'POST', url: '/api/v2/org', permission: 'organisations:create' },
} as const;

/** Needs no token. */
export const interfaceDescription = { method: 'GET', url: '/api/v2/doc' } as const;

export type Guarded = keyof typeof operations;
export type Permission = (typeof operations)[Guarded]['permission'];

export const permissions: readonly Permission[] = Object.values(operations).map((one) => one.permission);

export function isGuarded(operation: string): operation is Guarded {
  return Object.hasOwn(operations, operation);
}
