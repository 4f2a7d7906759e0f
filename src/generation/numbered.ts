import fc from 'fast-check';
import { type EdgeCase, memberNames } from './edge-cases.ts';
import { coveringKinds } from './narrowing.ts';
import {
  otherTypesOf,
  repairedFor,
  repairing,
  spread,
  type Wanted,
  wantedEdgeCases,
  wantedKind,
} from './records.ts';
import { reaches, withValueAt } from './sites.ts';
import { valuesOf } from './values.ts';

/** Valid records by number. The same number always gives the same record. */
export interface NumberedRecords {
  /**
   * Among this many consecutive numbers, the records cover each edition of a form, each value of a choice, and each
   * field both present and absent.
   */
  readonly covering: number;
  /** @param number - whole, from 0 */
  at(number: number): unknown;
}

/** Even numbers cycle through the covering records; odd ones are random. */
export function numberedRecords(wanted: Wanted, seed: number): NumberedRecords {
  const texts = wanted.texts ?? 'realistic';
  const kind = wantedKind(wanted);
  const random = repairing(wanted, valuesOf(kind, texts));
  const rows = [...coveringKinds(kind)].map((row) => repairing(wanted, valuesOf(row, texts)));
  return {
    covering: 2 * rows.length,
    at: (number) => {
      const row = number % 2 === 0 ? rows[(number / 2) % rows.length] : undefined;
      const [record] = fc.sample(row ?? random, { numRuns: 1, seed: seed ^ Math.imul(number, spread) });
      return record;
    },
  };
}

/**
 * Numbered records with as many edge cases as fit: each has hostile texts and one edge case of each kind. Every second
 * one also has the fields of another case type, with its forms.
 */
export function strangeRecords(wanted: Wanted, seed: number): NumberedRecords {
  const hostile: Wanted = { ...wanted, texts: 'hostile' };
  const { covering, at } = numberedRecords(hostile, seed);
  const listed = new Set(memberNames(wantedKind(wanted)));
  const others = otherTypesOf(wanted).map((type) => numberedRecords({ ...hostile, type }, seed));
  const kinds = [...Map.groupBy(wantedEdgeCases(wanted), ({ name }) => name).values()];
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

/** Adds the next edge case that fits the record. */
function withOneOf(edgeCases: readonly EdgeCase[], record: unknown, number: number): unknown {
  const fitting = edgeCases.filter(({ steps }) => reaches(record, steps));
  const one = fitting[number % fitting.length];
  return one === undefined ? record : withValueAt(record, one.steps, one.value);
}
