/**
 * The permission that each operation needs; the interface description needs none. The documents name no scopes
 * (interface 5), so these names are our own.
 */
export const permissionOf = {
  getCaseData: 'cases:read',
  listCases: 'cases:list',
  updateClient: 'clients:write',
  getOrganisation: 'organisation:read',
  createOrganisation: 'organisations:create',
} as const;

/** True for an operation that needs a permission. */
export function isGuarded(operation: string): operation is keyof typeof permissionOf {
  return Object.hasOwn(permissionOf, operation);
}

export type Permission = (typeof permissionOf)[keyof typeof permissionOf];

export const permissions: readonly Permission[] = [...new Set(Object.values(permissionOf))];

export function isPermission(value: unknown): value is Permission {
  return permissions.some((permission) => permission === value);
}
