import type { JsonObject } from '../json.ts';

/** The record of a case or a client, with the organisation that has it. */
export interface OwnedRecord {
  readonly organisationId: string;
  readonly record: JsonObject;
}
