import { hash } from 'node:crypto';
import type { Demo, DemoCase, DemoOrganisation } from '../reference/demo.ts';
import type { JsonObject } from '../reference/json.ts';
import type { CaseType } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Numbering, StubRecords } from './records.ts';

/**
 * Removes the cases of types that the description lacks, and adds cases to the first organisation, so that all
 * enumerated values occur.
 */
export function withEnoughCases(
  { caseTypes }: Specification,
  { organisations }: Demo,
  records: StubRecords,
): Demo {
  return {
    organisations: organisations.map(({ cases, ...organisation }, index) => ({
      ...organisation,
      cases: caseTypes.flatMap((type) => {
        const own = cases.filter(({ record }) => typeOf(record) === type);
        return index === 0 ? [...own, ...furtherCases(type, own.length, records(type).covering)] : own;
      }),
    })),
  };
}

function furtherCases(caseType: CaseType, first: number, count: number): DemoCase[] {
  return Array.from({ length: Math.max(0, count - first) }, (_, index) => {
    const name = `${caseType}-${first + index}`;
    return { name, record: { caseId: identifierOf(name), caseType } };
  });
}

/** A UUID derived from a name, formatted as version 4 (RFC 9562). */
function identifierOf(name: string): string {
  const digits = hash('sha256', name);
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(12, 15)}`,
    `8${digits.slice(15, 18)}`,
  ];
  return [...parts, digits.slice(18, 30)].join('-');
}

/**
 * Replaces the records of organisations and cases by generated records. Users, tokens, clients, sub-domains, and the
 * identifiers and types of cases stay, so that the same configuration tests the stub. Stored clients need no generated
 * fields, since `generatedAnswers` takes only their changed fields.
 */
export function generatedOrganisations(
  { describesSchema }: Specification,
  { organisations }: Demo,
  { records, numbering }: { readonly records: StubRecords; readonly numbering: Numbering },
): Demo {
  return {
    organisations: organisations.map((organisation, index) => ({
      ...organisation,
      record: describesSchema('OrganisationPayload')
        ? generatedOrganisation(organisation, records('OrganisationPayload').at(index) as JsonObject)
        : organisation.record,
      cases: organisation.cases.map(({ name, record }) => {
        const { caseId = null } = record;
        const type = typeOf(record);
        const generated = records(type).at(numbering(type, String(caseId))) as JsonObject;
        return { name, record: { ...generated, caseId } };
      }),
    })),
  };
}

/** A generated payload as an organisation record. `user` is removed: it is sent only to create an organisation. */
function generatedOrganisation({ id, subDomain }: DemoOrganisation, payload: JsonObject): JsonObject {
  const { user: _, ...record } = payload;
  return { ...record, id, subDomain };
}

export function typeOf({ caseType }: JsonObject): CaseType {
  return caseType as CaseType;
}
