import { memberOf } from '../schema/pointer.ts';
import { bundled } from '../specification/bundled.ts';
import type { CaseType } from '../specification/description.ts';
import type { components } from '../specification/interface.ts';

export interface RecordMatchers<Result = unknown> {
  /** Expects a case record of this type, or of any type. */
  toBeCaseRecord(type?: CaseType): Result;
  /** Expects a value that is valid against a schema of the interface, such as `Client`. */
  toConformTo(schema: keyof components['schemas']): Result;
}

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends RecordMatchers<R> {}
}

interface Matched {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The matchers, for `expect.extend`. */
export const matchers = {
  toBeCaseRecord: (received: unknown, type?: CaseType): Matched => {
    // A record without a known `caseType` is validated against the type that the test names.
    const namesType = bundled.caseTypes.some((one) => one === typeOf(received));
    const schema = namesType ? 'CaseRecord' : (type ?? 'CaseRecord');
    const what = type === undefined ? 'the record of a case' : `a ${type} record`;
    const matched = judged(received, schema, what);
    return matched.pass && type !== undefined && typeOf(received) !== type
      ? otherThan(type, received)
      : matched;
  },
  toConformTo: (received: unknown, schema: keyof components['schemas']): Matched =>
    judged(received, schema, `what ${schema} describes`),
};

function judged(received: unknown, schema: string, what: string): Matched {
  const findings = bundled.validate(schema, received);
  if (findings.length === 0) return { pass: true, message: () => `The value is ${what}, and should not be.` };
  const listed = findings.map(({ message }) => `  ${message}.`).join('\n');
  return { pass: false, message: () => `The value is not ${what}:\n${listed}` };
}

function otherThan(type: CaseType, received: unknown): Matched {
  return {
    pass: false,
    message: () => `The value is not a ${type} record, but a ${typeOf(received)} record.`,
  };
}

function typeOf(record: unknown): unknown {
  return memberOf(record, 'caseType');
}
