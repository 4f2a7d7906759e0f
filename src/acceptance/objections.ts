import { type Decided, isExcluded } from '../conformance/coverage.ts';
import type { PutBack } from '../conformance/put-back/put-back.ts';
import type { CheckResult, ReportedDeviation, RunResult } from '../conformance/result.ts';
import { coverable, type FieldCoverage, neverCovered } from '../folds/field-coverage.ts';
import { grouped } from '../schema/grouped.ts';
import type { Specification } from '../specification/specification.ts';
import { isAccepted } from './accepted.ts';

/** Why a run is not accepted although nothing deviates. `message` is one or two sentences. */
export type Objection =
  | { readonly kind: 'inconclusive' | 'advisory'; readonly check: string; readonly message: string }
  | {
      readonly kind: 'client-left-changed';
      readonly client: string;
      readonly message: string;
      /** The advice at the end of `message`, if several clients may share it: a report then prints it once. */
      readonly remedy?: string;
    }
  | {
      readonly kind: 'journal-failed' | 'low-field-coverage' | 'few-decided' | 'no-state-met' | 'drift';
      readonly message: string;
    }
  | { readonly kind: 'changed-observation'; readonly observation: string; readonly message: string }
  | {
      readonly kind: 'waiver-unknown' | 'waiver-stale' | 'waiver-expired';
      /** The check and the JSON pointer that the waiver names. */
      readonly result: string;
      readonly pointer?: string | undefined;
      readonly message: string;
    };

/**
 * Objects to each undecided check, unless `writes` forbids it or a waiver accepts it. A waived deviation does
 * not accept the undecided part of the same check.
 */
export function objectionsToUndecided(results: readonly CheckResult[]): Objection[] {
  return results
    .filter((result) => !isExcluded(result) && result.waived === undefined)
    .filter(
      (result) => result.verdict === 'inconclusive' || (isAccepted(result) && result.remedies.length > 0),
    )
    .map(({ id, remedies }) => ({
      kind: 'inconclusive',
      check: id,
      message: `${id} is undecided. ${remedies[0]?.remedy ?? ''}`.trimEnd(),
    }));
}

export function objectionsToAdvisories(results: readonly CheckResult[]): Objection[] {
  return advisoriesByMessage(results).map(([{ id, requirement, message }]) => ({
    kind: 'advisory',
    check: id,
    message: `${message} (${requirement}).`,
  }));
}

/**
 * Objects to a journal that failed, and to each client that could not be restored.
 * @param isJournalled - whether the journal still has the client's original record
 */
export function objectionsToPutBack(
  { putBack, journalTrouble }: Pick<RunResult, 'putBack' | 'journalTrouble'>,
  isJournalled = true,
): Objection[] {
  const message = `The journal could not be written or emptied: ${journalTrouble}`;
  const left = putBack.filter((outcome) => outcome.kind !== 'put-back');
  return [
    ...(journalTrouble === undefined ? [] : [{ kind: 'journal-failed', message } as const]),
    ...left.map((outcome) => notPutBack(outcome, isJournalled)),
  ];
}

function notPutBack(outcome: Exclude<PutBack, { kind: 'put-back' }>, isJournalled: boolean): Objection {
  const { client } = outcome;
  const objection = { kind: 'client-left-changed', client } as const;
  if (outcome.kind === 'not-verified')
    return {
      ...objection,
      message: `The client ${client} reads as before, but the target does not show what it is sent, so that proves nothing. Check ${outcome.fields.join(', ')} by hand, and correct what is wrong. Then run case-conformance restore --force with the same configuration: it takes these fields as correct, and deletes the record from the journal.`,
    };
  const words =
    outcome.isUnread === true ? 'may be left changed, since its record cannot be read' : 'is left changed';
  const remedy = isJournalled
    ? 'The journal (the folder journal of the configuration, or else ~/.local/state/case-conformance/journal) keeps the record as it was. Correct the client at the target, then run case-conformance restore with the same configuration.'
    : 'No journal is kept for a provider with a state endpoint. Correct the client at the provider.';
  return { ...objection, message: `The client ${client} ${words}: ${outcome.message}. ${remedy}`, remedy };
}

export function objectionsToChanges(
  changes: readonly { readonly id: string; readonly kind: 'new' | 'changed' | 'gone' }[],
): Objection[] {
  return changes.map(({ id, kind }) => ({
    kind: 'changed-observation',
    observation: id,
    message: `The observation ${id} ${wordsOf[kind]}. Accept it with --update-lock, or find out why.`,
  }));
}

const wordsOf = {
  new: 'is not in the lock',
  changed: 'is not as in the lock',
  gone: 'is in the lock, but was not made',
} as const;

export type ServedDrift =
  | { readonly state: 'none' | 'not-compared' }
  | { readonly state: 'differs'; readonly count: number };

/** @param isNarrowed - whether the call leaves out checks, perhaps the one that reads the description */
export function objectionsToDrift(drift: ServedDrift | undefined, isNarrowed: boolean): Objection[] {
  const object = (message: string): Objection[] => [{ kind: 'drift', message }];
  switch (drift?.state) {
    case 'none':
      return [];
    case 'differs':
      return object(
        `The served description differs from the agreed one in ${drift.count} ${drift.count === 1 ? 'place' : 'places'}, which drift names in report.json. Serve the agreed one, or leave out --fail-on drift.`,
      );
    case 'not-compared':
      return object(
        'The served description could not be compared with the agreed one. case-conformance diff with its URL says why.',
      );
    default:
      return isNarrowed
        ? []
        : object('No description was served that could be compared with the agreed one.');
  }
}

export function objectionsToFewDecided({ decided, decidable }: Decided, atLeast: number): Objection[] {
  if (100 * decided >= atLeast * decidable) return [];
  return [
    {
      kind: 'few-decided',
      message: `${decided} of ${decidable} requirements were decided of those that writes permits to decide, and not ${atLeast} % of them. The remedies in report.json say what would decide more.`,
    },
  ];
}

export function objectionsToFieldCoverage(
  specification: Specification,
  fieldCoverage: FieldCoverage,
  atLeast: number,
): Objection[] {
  const possible = coverable(specification).length;
  const seen = possible - neverCovered(specification, fieldCoverage).length;
  if (100 * seen >= atLeast * possible) return [];
  return [
    {
      kind: 'low-field-coverage',
      message: `${seen} of ${possible} shapes, editions, fields and values were seen, and not ${atLeast} % of them. List cases that show what fieldCoverage.valid counts 0 of in report.json.`,
    },
  ];
}

type Shown = ReportedDeviation & { readonly id: string };

export function advisoriesByMessage(results: readonly CheckResult[]): [Shown, ...Shown[]][] {
  const shown = results.flatMap(({ id, advisories = [] }) =>
    advisories.map((advisory) => ({ id, ...advisory })),
  );
  return grouped(shown, ({ requirement, message }) => JSON.stringify([requirement, message]));
}
