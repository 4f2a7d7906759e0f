import type { OperationId } from '../../specification/description.ts';
import type { Evidence } from '../../trace/evidence.ts';
import type { Problem } from '../problems.ts';
import { fieldsOf, isChange } from './requests.ts';

/** The requests that show a problem, and those to compare them with. */
export interface Seen {
  readonly findings: Problem['findings'];
  readonly operations: readonly OperationId[];
  /** The requests whose answers deviate, or that caused a deviation, each once. */
  readonly causes: readonly Evidence[];
  /** All requests of the checks that found the problem. Undefined if the report lacks some. */
  readonly looked: readonly Evidence[] | undefined;
  /** All requests of the run, in the order in which they were sent. */
  readonly exchanges: readonly Evidence[];
  /** The changes that could have altered a place, but did not, by its pointer. Undefined if the checks do not say. */
  readonly held: ReadonlyMap<string, ReadonlySet<Evidence>> | undefined;
  /** The effect of each wrong change on its field. */
  readonly effects: readonly Effect[];
  /** The requests without a deviation that could have shown the problem. */
  readonly right: readonly Evidence[];
  /** The texts that the service altered, each as it was sent and as it was found. */
  readonly texts: readonly (readonly [sent: string, found: string])[];
  /** The characters in which these texts were altered. */
  readonly altered: readonly string[];
  /** All deviating requests, of this problem and of others. */
  readonly deviating: ReadonlySet<Evidence>;
  /** The credentials of the deviating requests, such as `member`. */
  readonly callers: ReadonlySet<string>;
  /** Names of the members at the top of a record that are wrong. */
  readonly fields: ReadonlySet<string>;
  /** The longest pointer that contains all findings; empty if only the whole answer does. */
  readonly place: string;
  /** The case type of each path that reads a case. Empty if the report lacks some cases. */
  readonly types: ReadonlyMap<string, string>;
}

/** The effect of a change on one place. */
export interface Effect {
  readonly pointer: string;
  readonly cause: Evidence;
  /** The place of the same body whose value was found here. */
  readonly source: string | undefined;
}

export function isRight(one: Evidence, { right }: Seen): boolean {
  return right.includes(one);
}

/** Whether the problem is an effect of changes, and the checks do not say which other changes had none. */
export function isUnknown({ findings, held }: Seen): boolean {
  return (
    held === undefined && findings.every(({ causedBy, pointer }) => causedBy !== undefined && pointer !== '')
  );
}

/** Whether the headline names the form of the requests. Requests of another form could not show the problem. */
export function isOfForm({ findings }: Seen): boolean {
  return findings.every(
    ({ context, subject, way }) =>
      (context ?? way) !== undefined || (subject !== undefined && subject.any === undefined),
  );
}

/** Whether the problem is about fields that each deviating change sent. */
export function isOfField(seen: Seen): boolean {
  return seen.causes.every((one) => isChange(one) && namesWrong(one, seen));
}

/** Whether the problem concerns error answers, or bodies that are not JSON, for any request. */
export function isOfStatus({ findings }: Seen): boolean {
  return findings.every(({ requirement, kind }) => requirement === 'error-message' || kind === 'json');
}

export function isOfWrongStatus({ findings }: Seen): boolean {
  return findings.every(({ kind = '', causedBy }) => causedBy === undefined && kind.startsWith('status '));
}

export function namesWrong(one: Evidence, { fields }: Seen): boolean {
  return fieldsOf(one).some((field) => fields.has(field));
}
