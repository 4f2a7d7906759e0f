import type { JsonBody } from '../../http/json.ts';
import { type Redacted, redact } from '../../http/redact.ts';
import { maskedFindings } from '../../rules/known-names.ts';
import { generalPointer } from '../../schema/pointer.ts';
import type { InputRecord } from './input.ts';
import type { Judge } from './validate-records.ts';

interface Place {
  /**
   * A JSON pointer (RFC 6901), with `*` for each list index, and a placeholder for each member name that the
   * description does not have.
   */
  readonly pointer: string;
  readonly keyword: string;
}

interface SummedFinding extends Place {
  readonly records: number;
  /** The smallest record with this finding. Absent if none of the records is JSON. */
  readonly example?: Example;
}

interface Example {
  readonly bytes: number;
  readonly record: Redacted;
}

/** Sums up the findings in records. The summaries of the parts of an input can be added up. */
export function openSummary(judge: Judge) {
  const kept = new Map<string, SummedFinding>();
  let records = 0;
  let valid = 0;
  return {
    add: ({ json, bytes }: InputRecord): void => {
      const found = findingsOf(json, judge);
      records += 1;
      if (found.length === 0) valid += 1;
      // Only a smaller record becomes an example, since making an example costs more than validating.
      const isSmallest = found.some((one) => bytes <= (kept.get(nameOf(one))?.example?.bytes ?? Infinity));
      const example = isSmallest ? exampleOf(json, bytes, judge) : undefined;
      for (const one of found) {
        const earlier = kept.get(nameOf(one));
        const smallest = smaller(earlier?.example, example);
        kept.set(nameOf(one), {
          ...one,
          records: (earlier?.records ?? 0) + 1,
          ...(smallest && { example: smallest }),
        });
      }
    },
    sum: () => {
      const sorted = [...kept].toSorted(([name], [next]) => (name < next ? -1 : 1));
      return { records, valid, findings: sorted.map(([, finding]) => finding) };
    },
  };
}

function nameOf({ pointer, keyword }: Place): string {
  return `${pointer} ${keyword}`;
}

function smaller(one: Example | undefined, other: Example | undefined): Example | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.bytes !== other.bytes) return one.bytes < other.bytes ? one : other;
  // If the sizes are equal, the content decides, so the choice does not depend on the order of the records.
  return JSON.stringify(one.record) <= JSON.stringify(other.record) ? one : other;
}

function findingsOf(json: JsonBody, { specification, schemaName }: Judge): Place[] {
  if (json.kind === 'not-json') return [{ pointer: '', keyword: 'json' }];
  const found = maskedFindings(specification, schemaName, json.value).map(
    ({ pointer, keyword }): Place => ({ pointer: generalPointer(pointer), keyword }),
  );
  return [...new Map(found.map((one) => [nameOf(one), one])).values()];
}

function exampleOf(json: JsonBody, bytes: number, { specification, schemaName }: Judge): Example | undefined {
  if (json.kind === 'not-json') return undefined;
  return { bytes, record: redact(json.value, specification.schemaNamed(schemaName)) };
}
