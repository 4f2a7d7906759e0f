import type { CheckResult, ReportedDeviation } from '../conformance/result.ts';
import { childPointer, pointerTokens, valueAt } from '../schema/pointer.ts';
import { type Evidence, outermostListOf } from '../trace/evidence.ts';
import { alsoAltered, alteredCharacters, alteredText } from './conditions/altered-texts.ts';
import { casesInWords, typesOfCases } from './conditions/cases.ts';
import { contrasted, ofCallers, ofRequests, onlyConcurrent } from './conditions/contrasts.ts';
import { couldShow, isOfLikeStatus, isRightAgain } from './conditions/could-show.ts';
import { oftenInWords } from './conditions/frequency.ts';
import { fieldsOf, isChange, isReading, isSameReading, pathOf, sentAt } from './conditions/requests.ts';
import { type Effect, isOfForm, isOfWrongStatus, type Seen } from './conditions/seen.ts';
import { isEmptyChange } from './headline.ts';
import { isLeftOut, type Problem } from './problems.ts';
import type { Report } from './report.ts';
import { exchangeInWords } from './words.ts';

/**
 * Returns a function that gives sentences on when a problem occurs: how often, and what distinguishes the deviating
 * requests from right ones.
 */
export function conditionsIn(report: Report): (problem: Problem) => string[] {
  const { exchanges, results, discovered, recorded } = report;
  const at = (places: readonly number[]): Evidence[] =>
    [...new Set(places)].flatMap((place) => exchanges[place] ?? []);
  const deviating = new Set(at(results.flatMap(({ findings }) => findings.flatMap(placesOf))));
  // A sweep (`--discover all`) keeps only some exchanges, so its report cannot say what the others showed.
  const isWhole = discovered?.swept === undefined;
  const types = isWhole ? typesOfCases(report) : new Map<string, string>();
  return ({ findings, operations }) => {
    const causes = causesOf(at(findings.map(({ exchange, causedBy = exchange }) => causedBy)), findings);
    const looked = isWhole ? at(findings.flatMap(({ check }) => check.evidence)) : undefined;
    const fields = new Set(findings.map(({ pointer }) => pointer.split('/')[1] ?? ''));
    const place = commonPlace(findings);
    const callers = new Set(causes.map(({ request }) => request.credentials));
    const isOfPlaces = findings.every(({ pointer }) => pointer !== '');
    const held =
      isOfPlaces && findings.some(({ check }) => check.held !== undefined)
        ? new Map(
            [...Map.groupBy(findings, ({ pointer }) => pointer)].map(([pointer, some]) => [
              pointer,
              new Set(at(some.flatMap(({ check }) => heldIn(check, pointer)))),
            ]),
          )
        : undefined;
    const texts = findings.flatMap((one) => alteredText(exchanges, one));
    const found = {
      ...{ findings, operations, causes, looked, exchanges, deviating },
      ...{ callers, fields, place, types, texts, held, altered: alteredCharacters(texts) },
      ...{ effects: effectsOf(exchanges, findings), right: [] },
    };
    const seen = { ...found, right: exchanges.filter((one) => couldShow(one, found)) };
    // A recording does not say whose tokens it contains.
    const all = recorded === undefined ? [...ofCallers, ...ofRequests] : ofRequests;
    const often = casesInWords(seen) ?? oftenInWords(seen);
    const contrasts = all.map((one) => contrasted(one, seen)).filter((sentence) => sentence !== false);
    const isCompared = often?.isOfAll === false && recorded === undefined;
    const again = isCompared && !contrasts.includes(onlyConcurrent) ? rightAgain(seen) : [];
    const isExplained = !isCompared || contrasts.length > 0 || again.length > 0;
    return [
      ...(often === undefined ? [] : [often.words]),
      ...alsoAltered(seen),
      ...[...again, ...contrasts, ...(isExplained ? [] : unexplained(seen))],
    ];
  };
}

/** A right request beside the wrong one, the most similar one; or else that nothing distinguishes the wrong ones. */
function unexplained(seen: Seen): string[] {
  const { findings, causes, looked = [], right } = seen;
  const [first] = causes;
  if (first === undefined || isOfForm(seen)) return [];
  const differences = (one: Evidence): number[] => {
    const [some, others] = [one, first].map(fieldsOf) as [string[], string[]];
    return [
      Number(seen.types.get(pathOf(one)) !== seen.types.get(pathOf(first))),
      Number(!looked.includes(one)),
      Number(one.request.path !== first.request.path),
      Number(isChange(one) && one.request.whole !== true),
      new Set([...some, ...others]).size - some.filter((field) => others.includes(field)).length,
    ];
  };
  const others = right.filter((one) => !causes.some((cause) => isSameReading(one, cause)));
  const [nearest] = others.toSorted((one, other) => {
    const ofOther = differences(other);
    return (
      differences(one)
        .map((difference, place) => difference - (ofOther[place] ?? 0))
        .find((difference) => difference !== 0) ?? 0
    );
  });
  if (nearest !== undefined) return [`Right: ${exchangeInWords(nearest, findings[0].pointer)}.`];
  return causes.every(isChange) || causes.every(isReading) || isOfWrongStatus(seen)
    ? ['No pattern found.']
    : [];
}

/** A sentence if the same reading was right at another time. */
function rightAgain(seen: Seen): string[] {
  const { findings, causes, exchanges, looked = [] } = seen;
  const isOfStatuses = isOfWrongStatus(seen);
  if (!isOfStatuses && findings.some(({ pointer }) => pointer !== '')) return [];
  const again = (isOfStatuses ? exchanges : looked).filter((one) =>
    causes.some(
      (cause) =>
        isRightAgain(one, cause, seen) && isOfLikeStatus(one.response.status, cause.response.status, seen),
    ),
  );
  const [first] = again;
  if (first === undefined) return [];
  const isBefore = Math.max(...again.map(placeIn(exchanges))) < Math.min(...causes.map(placeIn(exchanges)));
  if (!isBefore && !isOfStatuses) return [];
  const when = isBefore
    ? 'earlier in the run'
    : 'at other times, so the answer also depends on something else, such as the connection, a cache or the time';
  return [`The same request was right (${first.response.status}) ${when}.`];
}

/** Without empty changes among concurrent ones, if others are wrong, too: they only read what those did. */
function causesOf(all: readonly Evidence[], findings: Problem['findings']): readonly Evidence[] {
  if (!findings.every(isLeftOut)) return all;
  const others = all.filter((one) => !(isEmptyChange(one) && one.request.concurrent));
  return others.length > 0 ? others : all;
}

function effectsOf(exchanges: readonly Evidence[], findings: Problem['findings']): Effect[] {
  const all = findings.flatMap(({ pointer, exchange, causedBy = exchange, kind = '' }) => {
    const cause = exchanges[causedBy];
    if (pointer === '' || cause === undefined || !isChange(cause)) return [];
    const { body } = exchanges[exchange]?.response ?? {};
    const found = body === undefined || isLeftOut({ kind }) ? undefined : valueAt(body, pointer);
    const above = pointer.slice(0, pointer.lastIndexOf('/'));
    const [source] = Object.entries(Object(sentAt(cause, above)))
      .filter(([, value]) => typeof found === 'string' && found !== '' && value === found)
      .map(([name]) => childPointer(above, name))
      .filter((place) => place !== pointer);
    return [{ pointer, cause, source, kind }];
  });
  // A value that was moved to another place is missing at its own.
  return all.filter(
    ({ kind, pointer, cause }) =>
      kind !== 'absent' || !all.some((other) => other.cause === cause && other.source === pointer),
  );
}

function heldIn({ held = [] }: CheckResult, place: string): number[] {
  return held.filter(({ pointer }) => pointer === place).map(({ exchange }) => exchange);
}

function placesOf({ exchange, causedBy = exchange }: ReportedDeviation): number[] {
  return [exchange, causedBy];
}

function placeIn(exchanges: readonly Evidence[]): (one: Evidence) => number {
  return (one) => exchanges.indexOf(one);
}

/**
 * The longest pointer that contains all findings, up to the first array: elements of different records have nothing in
 * common.
 */
function commonPlace(findings: Problem['findings']): string {
  const [first = [], ...others] = findings.map(({ pointer }) => pointerTokens(outermostListOf(pointer)));
  const end = first.findIndex((token, index) => others.some((tokens) => tokens[index] !== token));
  return first.slice(0, end < 0 ? first.length : end).reduce(childPointer, '');
}
