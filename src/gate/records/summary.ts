import type { JsonBody } from '../../http/json.ts';
import { type Redacted, redact } from '../../http/redact.ts';
import { discreetFindings } from '../../rules/known-names.ts';
import { generalPointer } from '../../schema/pointer.ts';
import { type Part, recordsIn } from './parts.ts';
import type { Judge } from './validate-records.ts';

/** The summary of validated records. Summaries of any parts add up to that of the whole. */
export interface Summary {
  readonly records: number;
  readonly valid: number;
  /** Sorted by pointer and keyword. */
  readonly findings: readonly SummedFinding[];
}

interface SummedFinding {
  /**
   * A JSON pointer (RFC 6901), with a star for each list position and a placeholder for each name that is not
   * described.
   */
  readonly pointer: string;
  readonly keyword: string;
  readonly records: number;
  /** The smallest of these records; absent if none is JSON. */
  readonly example?: Example;
}

export interface Example {
  /** Its original size in bytes. */
  readonly bytes: number;
  /** The record without values that may be personal. */
  readonly record: Redacted;
}

export const noRecords: Summary = Object.freeze({ records: 0, valid: 0, findings: [] });

/** Adds two summaries. The order of additions does not matter. */
export function added(one: Summary, other: Summary): Summary {
  const ofPlaces = Map.groupBy([...one.findings, ...other.findings], nameOf);
  return {
    records: one.records + other.records,
    valid: one.valid + other.valid,
    findings: [...ofPlaces.entries()]
      .toSorted(([name], [next]) => (name < next ? -1 : 1))
      .flatMap(([, [first, ...rest]]) => (first === undefined ? [] : [rest.reduce(joined, first)])),
  };
}

function nameOf({ pointer, keyword }: SummedFinding): string {
  return `${pointer} ${keyword}`;
}

function joined(one: SummedFinding, other: SummedFinding): SummedFinding {
  const { pointer, keyword } = one;
  const example = smaller(one.example, other.example);
  return { pointer, keyword, records: one.records + other.records, ...(example && { example }) };
}

function smaller(one: Example | undefined, other: Example | undefined): Example | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.bytes !== other.bytes) return one.bytes < other.bytes ? one : other;
  // Deterministic if both have the same size.
  return JSON.stringify(one.record) <= JSON.stringify(other.record) ? one : other;
}

export function summarisePart(part: Part, judge: Judge): Summary {
  const kept = new Map<string, SummedFinding>();
  let records = 0;
  let valid = 0;
  for (const { json, bytes } of recordsIn(part)) {
    const found = findingsOf(json, judge);
    records += 1;
    if (found.length === 0) valid += 1;
    // Making an example costs more than judging a record.
    const isSmallest = found.some((one) => bytes <= (kept.get(nameOf(one))?.example?.bytes ?? Infinity));
    const example = isSmallest ? exampleOf(json, bytes, judge) : undefined;
    for (const one of found) {
      const name = nameOf(one);
      const [earlier, own] = [kept.get(name), { ...one, ...(example && { example }) }];
      kept.set(name, earlier === undefined ? own : joined(earlier, own));
    }
  }
  return added(noRecords, { records, valid, findings: [...kept.values()] });
}

/** The same finding in several elements of a list counts once per record. */
function findingsOf(json: JsonBody, { specification, schemaName }: Judge): SummedFinding[] {
  if (json.kind === 'not-json') return notJson;
  const found = discreetFindings(specification, schemaName, json.value).map(
    ({ pointer, keyword }): SummedFinding => ({ pointer: generalPointer(pointer), keyword, records: 1 }),
  );
  return [...new Map(found.map((one) => [nameOf(one), one])).values()];
}

const notJson: SummedFinding[] = [{ pointer: '', keyword: 'json', records: 1 }];

function exampleOf(json: JsonBody, bytes: number, { specification, schemaName }: Judge): Example | undefined {
  if (json.kind === 'not-json') return undefined;
  return { bytes, record: redact(json.value, specification.schemaNamed(schemaName)) };
}
