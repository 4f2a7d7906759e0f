import { json } from '../../faults/answers.ts';
import { startService } from '../../faults/broken-service.ts';
import { all, by, identifierIn, on } from '../../faults/requests.ts';
import { demoTarget } from '../../proof/demo-target.ts';
import { check } from '../../src/gate/check.ts';
import { coveringInvalidRecords } from '../../src/generation/records.ts';
import { readDemo } from '../../src/reference/demo.ts';
import type { JsonObject } from '../../src/reference/json.ts';
import { reportText } from '../../src/report/report-text.ts';
import { bundled } from '../../src/specification/bundled.ts';
import type { CaseType } from '../../src/specification/description.ts';

const maxCases = 500;

/** A shorter report would not show how large reports are handled. */
const minReportLength = 2_000_000;

/**
 * Two reports of runs against a deployment with many cases whose records all have a defect. The first run has every
 * second defect, and the second run the others, so all deviations differ.
 */
export async function wideReports(): Promise<readonly [before: string, after: string]> {
  const texts = [await reportOf(0), await reportOf(1)] as const;
  if (texts.some(({ length }) => length < minReportLength)) throw new Error('The reports are too small.');
  return texts;
}

async function reportOf(half: number): Promise<string> {
  const wrong = bundled.caseTypes.map((type) => [type, wrongRecords(type, half)] as const);
  const records = new Map(wrong.flatMap(([, ofType]) => [...ofType]));
  const isForCase = all(on('getCaseData'), by('member'));
  const service = await startService(async (request, reference) => {
    const record = isForCase(request) ? records.get(identifierIn(request)) : undefined;
    return record === undefined ? reference(request) : json(200, record);
  });
  const { target, tokens } = demoTarget(await readDemo(), service.baseUrl);
  const listed = Object.fromEntries(wrong.map(([type, ofType]) => [type, [...ofType.keys()]]));
  const { report } = await check({
    configuration: {
      ...{ baseUrl: service.baseUrl, tokens, requestsPerSecond: 10_000 },
      ...{ cases: { ...listed, foreign: target.foreignCases }, clients: target.clients },
    },
    seed: 1,
  });
  await service.close();
  return reportText(report);
}

function wrongRecords(type: CaseType, half: number): Map<string, JsonObject> {
  const wrong = [...coveringInvalidRecords({ type }, 1)].filter((_, place) => place % 2 === half);
  return new Map(
    wrong.slice(0, maxCases).map(({ record }, place) => {
      const number = 10_000 * bundled.caseTypes.indexOf(type) + place;
      const caseId = `3f2b7c1e-5b0a-4d52-9a59-${`${number}`.padStart(12, '0')}`;
      return [caseId, { ...(record as JsonObject), caseId }];
    }),
  );
}
