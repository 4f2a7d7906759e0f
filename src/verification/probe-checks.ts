import fc from 'fast-check';
import { getCaseData } from '../api/calls.ts';
import { coveringRecords, records, type Wanted } from '../generation/records.ts';
import { deviates, deviatesAsFound, held, statusKind, withPath, withStatus } from '../harness/assertions.ts';
import type { Check, CheckOf, Judgement } from '../harness/check.ts';
import { asJudged } from '../harness/check-of.ts';
import { provenToken } from '../harness/controls.ts';
import type { Deviation } from '../harness/deviation.ts';
import type { Session } from '../harness/session.ts';
import { caseRecordIn, isAnsweredWithRecord, readCaseRecord } from '../rules/case-record.ts';
import type { JsonObject } from '../schema/json.ts';
import { rowsOf } from '../schema/places.ts';
import { generalPointer } from '../schema/pointer.ts';
import type { CaseType } from '../specification/description.ts';
import { isDecidable } from '../specification/requirements.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable, undecidableIn } from '../trace/gap.ts';
import { stateNames } from './pact.ts';
import type { ProviderStates } from './provider-states.ts';
import { differences } from './record-differences.ts';
import { smallestRecord } from './smallest-record.ts';

/**
 * Checks that set up generated case records as provider states, and read them back. Each case type has three:
 * all enumerated values, then values that services easily alter, then random records.
 */
export function probeChecks(specification: Specification, states: ProviderStates): Check[] {
  return specification.caseTypes.flatMap((caseType) => {
    const check = (
      name: string,
      purpose: string,
      probe: CheckOf<Judgement>['probe'],
      requirements = ownRows,
    ): Check => ({
      id: `getCaseData.probe.${caseType}.${name}`,
      title: `${caseType}: ${purpose} is shown as it was set up`,
      operation: 'getCaseData',
      requirements,
      needs: [],
      probe,
      // The probe judges while it searches: a deviation decides which smaller record it tries next.
      rule: asJudged,
    });
    const enumerable = (session: Session): AsyncIterable<Judgement> => {
      const all = [...coveringRecords(wantedOf(caseType, session), session.sampling.seed)];
      return judgeEach(session, all, probeOf(`${caseType} enumerable`, session, states));
    };
    const fragile = (session: Session): AsyncIterable<Judgement> => {
      const wanted: Wanted = { ...wantedOf(caseType, session), isComplete: true, texts: 'fragile' };
      const some = fc.sample(records(wanted), { seed: session.sampling.seed, numRuns: fragileRecords });
      return judgeEach(session, some, probeOf(`${caseType} fragile`, session, states));
    };
    const random = (session: Session): AsyncIterable<Judgement> => {
      const { seed, runs, path } = session.sampling;
      const sampling = path === undefined ? { seed, numRuns: runs } : { seed, path, numRuns: 1 };
      const some = fc.sample(records(wantedOf(caseType, session)), sampling);
      const pathOf = (index: number): string => path ?? String(index);
      return judgeEach(session, some, probeOf(`${caseType} random`, session, states), pathOf);
    };
    const everyRow = [...ownRows, ...decidableRows(specification, caseType)];
    return [
      check('enumerable', 'every field, value and edition', enumerable, everyRow),
      check('fragile', 'what is easily altered on the way', fragile),
      check('random', 'any record', random),
    ];
  });
}

const ownRows: readonly string[] = ['case-data-200'];

function decidableRows({ schemaNamed, requirementNamed }: Specification, caseType: CaseType): string[] {
  return [...rowsOf(schemaNamed(caseType)).keys()].filter((row) => isDecidable(requirementNamed(row)));
}

/** Generates only records that the documents specify completely. A provider might refuse others. */
function wantedOf(type: CaseType, { specification }: Session): Wanted {
  return { type, specification, isSpecified: true };
}

/**
 * The number of records with fragile values. Every record has every field, so each value occurs several
 * times.
 */
const fragileRecords = 6;

async function* judgeEach(
  session: Session,
  all: readonly unknown[],
  probe: Probe,
  pathOf: (index: number) => string | null = () => null,
): AsyncIterable<Judgement> {
  const report = reportOnce(session, probe);
  let deviates = false;
  for (const [index, value] of all.entries()) {
    const record = value as JsonObject;
    const deviations = await probe(record);
    deviates ||= deviations.length > 0;
    for await (const judgement of report(record, deviations)) yield withPath(judgement, pathOf(index));
  }
  if (!deviates) yield held;
}

/**
 * For each check, the smallest record is searched only for this many deviations. Each search takes up to
 * sixty attempts at the provider.
 */
const maxShrunkDeviations = 5;

function reportOnce(session: Session, probe: Probe) {
  const reported = new Set<string>();
  return async function* (record: JsonObject, deviations: readonly Deviation[]): AsyncIterable<Judgement> {
    for (const deviation of deviations) {
      const place = `${deviation.requirement} ${generalPointer(deviation.pointer)}`;
      if (reported.has(place)) continue;
      reported.add(place);
      const { witness: _, ...large } = deviation;
      const isShrunk = reported.size <= maxShrunkDeviations;
      yield {
        kind: 'deviates',
        finding: isShrunk ? await smallest(session, deviation, record, probe) : large,
      };
    }
  };
}

type Probe = (record: JsonObject) => Promise<Deviation[]>;

async function smallest(
  { specification }: Session,
  deviation: Deviation,
  record: JsonObject,
  probe: Probe,
): Promise<Deviation> {
  let last = deviation;
  await smallestRecord(specification, record, async (candidate) => {
    // Keep the deviation even if the provider no longer answers.
    const shown = await probe(candidate).catch(undecidableIn);
    const found =
      shown instanceof Undecidable ? undefined : shown.find(({ message }) => message === deviation.message);
    last = found ?? last;
    return found !== undefined;
  });
  return last;
}

function probeOf(label: string, session: Session, states: ProviderStates): Probe {
  let probes = 0;
  return async (record) => {
    // Use a new identifier for each probe: a provider may cache its answers.
    probes += 1;
    const caseId = session.unusedIdentifier(`probe ${label} ${probes}`);
    const own = { ...record, caseId };
    const state = { name: stateNames.caseWithRecord, params: { caseId, record: own } };
    try {
      const values = await states.setUp(state, session);
      const shown = { ...own, caseId: String(values.caseId ?? caseId) };
      const reply = await session.send(getCaseData(shown.caseId), 'member');
      if (reply.status === 401) await provenToken(session, 'member');
      return deviationsIn(session.specification, reply, shown).map((one) => ({ ...one, witness: shown }));
    } finally {
      await states.tearDown(state);
    }
  };
}

function deviationsIn(specification: Specification, reply: Exchange, record: JsonObject): Deviation[] {
  const value = caseRecordIn(reply);
  if (value === undefined)
    return [...isAnsweredWithRecord(reply, notAsSetUp)].flatMap((one) =>
      one.kind === 'deviates' ? [one.finding] : [],
    );
  const invalid = [...readCaseRecord(specification, value).findings].flatMap(([row, findings]) =>
    findings.map((found) => deviatesAsFound(reply, row, found).finding),
  );
  const places = new Set(invalid.map(({ pointer }) => pointer));
  const different = differences(specification.kindNamed('CaseRecord'), record, value)
    // Skip places that are already invalid by themselves.
    .filter(({ pointer }) => !places.has(pointer))
    .map(({ pointer, message, kind }) => deviates(reply, 'case-data-200', message, pointer, kind).finding);
  return [...invalid, ...different];
}

function notAsSetUp(reply: Exchange): Judgement {
  const words = withStatus('A case that was set up is answered {status} instead of 200', reply);
  return deviates(reply, 'case-data-200', words, '', statusKind(reply));
}
