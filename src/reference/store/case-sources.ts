import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { isStorable } from './queries.ts';

/** The sources of a merged case record (interface 1), each stored separately. */
export interface CaseSources {
  readonly id: string;
  readonly caseType: string | null;
  readonly reference: string | null;
  readonly price: number | null;
  readonly address: JsonObject | null;
  readonly location: Location | null;
  /** All other fields, including the property information forms. */
  readonly dataPoints: JsonObject;
  /** Enquiry forms. Those of completed tasks appear in the record under `EnquiryForms`. */
  readonly enquiries: readonly Enquiry[];
}

export interface Location {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export interface Enquiry {
  readonly name: string;
  readonly completed: boolean;
  readonly form: Json;
}

/**
 * Splits a merged record into its sources. A value that its source cannot hold (a reference that is not a string, for
 * example) becomes a data point, so `mergeCase` returns any record unchanged.
 */
export function splitCase(record: JsonObject): CaseSources {
  const { caseId, caseType, reference, price, address, location, EnquiryForms } = record;
  if (typeof caseId !== 'string') {
    throw new TypeError('A case record needs a caseId that is a string.');
  }
  const sources = {
    caseType: isColumnText(caseType) ? caseType : null,
    reference: isColumnText(reference) ? reference : null,
    price: numberOrNull(price),
    address: isJsonObject(address) ? address : null,
    location: toLocation(location),
  };
  const enquiries = toEnquiries(EnquiryForms);
  const elsewhere = new Set<string>(['caseId']);
  for (const [name, value] of Object.entries(sources)) {
    if (value !== null) {
      elsewhere.add(name);
    }
  }
  if (enquiries.length > 0) {
    elsewhere.add('EnquiryForms');
  }
  const dataPoints = Object.fromEntries(Object.entries(record).filter(([name]) => !elsewhere.has(name)));
  return { id: caseId, ...sources, dataPoints, enquiries };
}

/** Assembles the merged, flat record from its sources. Unavailable fields are absent. */
export function mergeCase(sources: CaseSources): JsonObject {
  const completed = sources.enquiries.filter((enquiry) => enquiry.completed);
  const forms = Object.fromEntries(completed.map(({ name, form }) => [name, form]));
  const base = {
    caseType: sources.caseType,
    reference: sources.reference,
    address: sources.address,
    location: sources.location === null ? null : present({ ...sources.location }),
    price: sources.price,
    EnquiryForms: completed.length === 0 ? null : forms,
  };
  // Spreading defines members and never assigns, so a data point named `__proto__` stays a member.
  return { caseId: sources.id, ...present(base), ...sources.dataPoints };
}

function present(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function isColumnText(value: Json | undefined): value is string {
  return typeof value === 'string' && isStorable(value);
}

function toLocation(value: Json | undefined): Location | null {
  if (!isJsonObject(value)) {
    return null;
  }
  const { latitude, longitude } = value;
  const storable = Object.entries(value).every(
    ([name, coordinate]) => (name === 'latitude' || name === 'longitude') && typeof coordinate === 'number',
  );
  return storable ? { latitude: numberOrNull(latitude), longitude: numberOrNull(longitude) } : null;
}

function numberOrNull(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

function toEnquiries(value: Json | undefined): Enquiry[] {
  return isJsonObject(value)
    ? Object.entries(value).map(([name, form]) => ({ name, completed: true, form }))
    : [];
}
