import fc from 'fast-check';
import { getCaseData } from '../api/calls.ts';
import { coveringRecords, records, type Wanted } from '../generation/records.ts';
import { deviates, deviatesAsFound, held, withPath, wrongStatus } from '../harness/assertions.ts';
import { asJudged, type Check, checkOf, type Judgement } from '../harness/check.ts';
import { provenToken } from '../harness/controls.ts';
import type { Deviation } from '../harness/deviation.ts';
import type { Sampling, Session } from '../harness/session.ts';
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

/** A kind of generated records. A check for each case type sets the records up, and reads them back. */
interface Series {
  readonly name: string;
  readonly purpose: string;
  readonly recordsOf: (wanted: Wanted, sampling: Sampling) => readonly unknown[];
  /** The path by which fast-check generates a record again. Only for random records. */
  readonly pathOf?: (index: number, sampling: Sampling) => string;
}

const enumerable: Series = {
  name: 'enumerable',
  purpose: 'every field, value and edition',
  recordsOf: (wanted, { seed }) => [...coveringRecords(wanted, seed)],
};

/**
 * The number of records with fragile values. Each record has all fields, so each fragile value occurs several times.
 */
const fragileRecords = 6;

/** Values that services often alter by mistake, such as texts with accents. */
const fragile: Series = {
  name: 'fragile',
  purpose: 'what is easily altered on the way',
  recordsOf: (wanted, { seed }) =>
    fc.sample(records({ ...wanted, isComplete: true, texts: 'fragile' }), { seed, numRuns: fragileRecords }),
};

const random: Series = {
  name: 'random',
  purpose: 'any record',
  recordsOf: (wanted, { seed, runs, path }) =>
    fc.sample(records(wanted), path === undefined ? { seed, numRuns: runs } : { seed, path, numRuns: 1 }),
  pathOf: (index, { path }) => path ?? String(index),
};

/** Checks that set up generated case records as provider states, and read them back. */
export function probeChecks(specification: Specification, states: ProviderStates): Check[] {
  return specification.caseTypes.flatMap((caseType) =>
    [enumerable, fragile, random].map((series) =>
      checkOf<Judgement>({
        id: `getCaseData.probe.${caseType}.${series.name}`,
        title: `${caseType}: ${series.purpose} is shown as it was set up`,
        requirements: [
          'case-data-200',
          ...(series === enumerable ? decidableRows(specification, caseType) : []),
        ],
        probe: (session) => probeSeries(session, series, caseType, states),
        // The probe judges while it searches, since a deviation decides which smaller record is tried next.
        rule: asJudged,
      }),
    ),
  );
}

function decidableRows({ schemaNamed, requirementNamed }: Specification, caseType: CaseType): string[] {
  return [...rowsOf(schemaNamed(caseType)).keys()].filter((row) => isDecidable(requirementNamed(row)));
}

/**
 * The maximum number of deviations for which a check searches the smallest record. A search sends up to 60 records to
 * the provider.
 */
const maxShrunkDeviations = 5;

async function* probeSeries(
  session: Session,
  { name, recordsOf, pathOf }: Series,
  type: CaseType,
  states: ProviderStates,
): AsyncIterable<Judgement> {
  const { specification, sampling } = session;
  const probe = probeOf(`${type} ${name}`, session, states);
  // Only records that the documents specify completely, since a provider might refuse others.
  const all = recordsOf({ type, specification, isSpecified: true }, sampling);
  const reported = new Set<string>();
  for (const [index, value] of all.entries()) {
    const record = value as JsonObject;
    for (const deviation of await probe(record)) {
      const place = `${deviation.requirement} ${generalPointer(deviation.pointer)}`;
      if (reported.has(place)) continue;
      reported.add(place);
      const { witness: _, ...large } = deviation;
      const finding =
        reported.size <= maxShrunkDeviations ? await smallest(session, deviation, record, probe) : large;
      yield withPath({ kind: 'deviates', finding }, pathOf?.(index, sampling) ?? null);
    }
  }
  if (reported.size === 0) yield held;
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
    // The deviation that was found before is kept if the provider no longer answers.
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
    // A new identifier for each probe, since a provider may cache its answers.
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
    // Invalid places are already reported.
    .filter(({ pointer }) => !places.has(pointer))
    .map(({ pointer, message, kind }) => deviates(reply, 'case-data-200', message, pointer, kind).finding);
  return [...invalid, ...different];
}

function notAsSetUp(reply: Exchange): Judgement {
  return wrongStatus(reply, 'case-data-200', 'A case that was set up is answered {status} instead of 200');
}
