import fc from 'fast-check';
import { type EdgeCase, memberNames } from './edge-cases.ts';
import { coveringKinds } from './narrowing.ts';
import {
  edgeCasesOfRecords,
  kindOfRecords,
  otherTypesOf,
  recordsOf,
  repairedFor,
  seedPrime,
  type Wanted,
} from './records.ts';
import { reaches, withValueAt } from './sites.ts';

/** Valid records by number. A number always gives the same record. */
export interface NumberedRecords {
  /**
   * This many consecutive numbers cover each edition of a form, each value of a choice, and each field both present and
   * absent.
   */
  readonly covering: number;
  at(number: number): unknown;
}

/** Even numbers cycle through the covering records; odd ones give random records. */
export function numberedRecords(wanted: Wanted, seed: number): NumberedRecords {
  const kind = kindOfRecords(wanted);
  const random = recordsOf(kind, wanted);
  const rows = [...coveringKinds(kind)].map((row) => recordsOf(row, wanted));
  return {
    covering: 2 * rows.length,
    at: (number) => {
      const row = number % 2 === 0 ? rows[(number / 2) % rows.length] : undefined;
      const [record] = fc.sample(row ?? random, { numRuns: 1, seed: seed ^ Math.imul(number, seedPrime) });
      return record;
    },
  };
}

/**
 * Valid records that are hard to handle. Each has hostile texts and one edge case of each kind that fits;
 * every second one also has the fields of another case type.
 */
export function unusualRecords(wanted: Wanted, seed: number): NumberedRecords {
  const hostile: Wanted = { ...wanted, texts: 'hostile' };
  const { covering, at } = numberedRecords(hostile, seed);
  const listed = new Set(memberNames(kindOfRecords(wanted)));
  const others = otherTypesOf(wanted).map((type) => numberedRecords({ ...hostile, type }, seed));
  const kinds = [...Map.groupBy(edgeCasesOfRecords(wanted), ({ name }) => name).values()];
  const unlistedAt = (number: number): object => {
    const other = number % 2 === 1 ? others[Math.floor(number / 2) % others.length] : undefined;
    const members = Object.entries(other === undefined ? {} : (other.at(number) as object));
    return Object.fromEntries(members.filter(([name]) => !listed.has(name)));
  };
  return {
    covering,
    at: (number) => {
      const record: unknown = { ...unlistedAt(number), ...(at(number) as object) };
      return repairedFor(
        wanted,
        kinds.reduce((strange, edgeCases) => withOneOf(edgeCases, strange, number), record),
      );
    },
  };
}

function withOneOf(edgeCases: readonly EdgeCase[], record: unknown, number: number): unknown {
  const fitting = edgeCases.filter(({ steps }) => reaches(record, steps));
  const one = fitting[number % fitting.length];
  return one === undefined ? record : withValueAt(record, one.steps, one.value);
}
