import { repaired } from '../generation/repair.ts';
import type { Demo, DemoOrganisation } from '../reference/demo.ts';
import type { Fields } from '../reference/fields.ts';
import type { JsonObject } from '../reference/json.ts';
import type { Reference } from '../reference/reference.ts';
import { changeableFields } from '../rules/client-record.ts';
import { refusalSchemaName } from '../rules/refusal.ts';
import type { Specification } from '../specification/specification.ts';

// The reference implementation is written for the bundled interface. This file adapts its data and answers to another
// description as far as possible.

/**
 * The demo organisations with records that are changed to be valid under the description. Cases of types that the
 * description lacks are left out.
 */
export function demoAsDescribed(specification: Specification, { organisations }: Demo): Demo {
  const known: readonly unknown[] = specification.caseTypes;
  const asDescribed = (organisation: DemoOrganisation): DemoOrganisation => ({
    ...organisation,
    clients: organisation.clients.map((client) => ({
      ...(repaired(specification, 'Client', client) as JsonObject),
      // The reference finds clients by `id`, even if the description does not have that field.
      ...(client.id === undefined ? {} : { id: client.id }),
    })),
    cases: organisation.cases
      .filter(({ record }) => known.includes(record.caseType))
      .map(({ name, record }) => ({
        name,
        record: {
          ...(repaired(specification, 'CaseRecord', record) as JsonObject),
          ...(record.caseId === undefined ? {} : { caseId: record.caseId }),
        },
      })),
  });
  return { organisations: organisations.map(asDescribed) };
}

export function changeableAsDescribed(specification: Specification): Fields {
  const check =
    (field: string) =>
    (value: unknown): string | undefined => {
      const own = specification
        .validate('ClientPatch', { [field]: value })
        .find(({ pointer }) => pointer === `/${field}` || pointer.startsWith(`/${field}/`));
      return own === undefined ? undefined : 'is not as described';
    };
  return Object.fromEntries(changeableFields(specification).map((field) => [field, check(field)]));
}

export function answersAsDescribed(specification: Specification, app: Reference['app']): void {
  app.addHook('preSerialization', async ({ method, url }, { statusCode }, payload) => {
    const operation = specification.operationAt(method, url);
    if (operation === undefined || statusCode < 400) return payload;
    const name = refusalSchemaName(specification, operation, statusCode);
    return name === undefined ? payload : repaired(specification, name, payload);
  });
}
