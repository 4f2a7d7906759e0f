import type { ObservationChange } from '../acceptance/lock.ts';
import { grouped } from '../schema/grouped.ts';
import { type KnownProblem, problemsIn } from './baseline.ts';
import type { ComparedRun, Comparison, RequirementChange } from './comparison.ts';
import { inMarkdown, printable } from './printable.ts';
import { alike, inOneSentence } from './remedies.ts';
import { type Emphasis, type Entry, type Layout, type Section, sectionText } from './text/section.ts';
import { changeInWords, few, plural } from './words.ts';

export function comparisonText(comparison: Comparison, layout: Layout): string {
  const [before, after] = runsOf(comparison);
  return `${[
    [before, after, ...differences(comparison)].map(printable).join('\n'),
    ...sectionsOf(comparison).flatMap((one) => sectionText(one, layout, shownEntries, elsewhere)),
    layout.paint('bold', summaryOf(comparison)),
  ].join('\n\n')}\n`;
}

/** Renders a comparison as Markdown, for a pull request comment or a job summary. */
export function comparisonMarkdown(comparison: Comparison): string {
  const sections = sectionsOf(comparison).map(({ heading, entries }) =>
    [
      `### ${heading}\n`,
      ...entries
        .slice(0, shownEntries)
        .map(
          ({ words, details }) =>
            `- ${inMarkdown(words)}${details === undefined ? '' : `\n  <br>${inMarkdown(details)}`}`,
        ),
      ...(entries.length > shownEntries ? [`- ${entries.length - shownEntries} more ${elsewhere}.`] : []),
    ].join('\n'),
  );
  return `${[
    `## ${summaryOf(comparison)}`,
    [...runsOf(comparison), ...differences(comparison)].map((line) => `${inMarkdown(line)}  `).join('\n'),
    ...sections,
  ].join('\n\n')}\n`;
}

const shownEntries = 50;
const elsewhere = 'with --output json';

function sectionsOf(comparison: Comparison): Section[] {
  const { deviations, requirements, observations, fieldCoverage } = comparison;
  const problems = (found: Parameters<typeof problemsIn>[0]): Entry[] =>
    problemsIn(found).map(deviationEntry);
  const all: readonly (readonly [heading: string, string, Emphasis, readonly Entry[]])[] = [
    ['Newly failing', '✗', 'red', problems(deviations.new)],
    ['Newly failing, but waived', '~', 'yellow', problems(deviations.newButWaived)],
    ['Fixed', '✓', 'green', problems(deviations.fixed)],
    ['Still failing', '✗', 'yellow', problems(deviations.stillFailing)],
    ['Failed before, and not tested now', '?', 'yellow', problems(deviations.notTested)],
    ['Newly undecided', '?', 'yellow', requirementEntries(requirements.newlyUndecided)],
    ['Newly decided', '✓', 'green', requirementEntries(requirements.newlyDecided)],
    ['Changed observations', '~', 'yellow', observationEntries(observations)],
    ['Field coverage lost', '-', 'yellow', fieldEntries(fieldCoverage.lost)],
    ['Field coverage gained', '+', 'green', fieldEntries(fieldCoverage.gained)],
  ];
  return all
    .filter(([, , , entries]) => entries.length > 0)
    .map(([heading, mark, emphasis, entries]) => ({ heading, mark, emphasis, entries }));
}

function deviationEntry({ headline, requirement, operations, checks, waived }: KnownProblem): Entry {
  const terms = waived === undefined ? '' : `; waived until ${waived.until}: ${waived.reason}`;
  return {
    words: `${headline}.`,
    details: `${requirement}, ${operations.join(', ')}, shown by ${few(checks, 1)}${terms}`,
  };
}

/** Requirements with the same change and similar remedies share an entry. */
function requirementEntries(changes: readonly RequirementChange[]): Entry[] {
  const remedied = changes.map((change) => ({ ...change, remedy: change.remedy ?? '' }));
  const groups = grouped(remedied, ({ before, after }) => `${before} → ${after}`).flatMap(alike);
  return groups.map((group) => {
    const [{ before, after }] = group;
    const words = `${few(group.map(({ id }) => id))}: ${before} → ${after}`;
    const remedy = inOneSentence(group);
    return remedy === '' ? { words } : { words, details: remedy };
  });
}

/** Observations of one kind with the same change share an entry. */
function observationEntries(changes: readonly ObservationChange[]): Entry[] {
  const kindOf = ({ id }: ObservationChange): string => id.replace(/:.*/s, '');
  const groups = grouped(changes, (change) => `${kindOf(change)}: ${changeInWords(change)}`);
  return groups.map((group) => ({
    words: few(
      group.map(({ id }) => id),
      1,
    ),
    details: changeInWords(group[0]),
  }));
}

/** The lost or gained fields, grouped by shape: there may be hundreds of values. */
function fieldEntries(names: readonly string[]): Entry[] {
  const parts = names.map((name) => /^(?<shape>.*?)(?: (?<place>\/.*))?$/s.exec(name)?.groups ?? {});
  return grouped(parts, ({ shape = '' }) => shape).map((ofShape) => ({
    words: `${ofShape[0].shape}: ${few(ofShape.map(({ place = 'the shape itself' }) => place))}`,
  }));
}

function runsOf({ before, after }: Comparison): [before: string, after: string] {
  return [`Before: ${runInWords(before)}`, `After: ${runInWords(after)}`];
}

function runInWords({ target, startedAt, conclusion, decided, decidable }: ComparedRun): string {
  return `${target}, ${startedAt}: ${conclusion}, ${decided} of ${decidable} requirements tested`;
}

function differences({ differences: all }: Comparison): string[] {
  return all.length === 0 ? [] : [`The runs differ in ${all.join(', ')}, which may be why.`];
}

/** Counts problems, as the report of a run does. */
function summaryOf({ deviations }: Comparison): string {
  const { new: added, newButWaived, fixed, stillFailing, notTested } = deviations;
  const waived = problemsIn(newButWaived).length;
  return [
    plural(problemsIn(added).length, 'new problem'),
    ...(waived === 0 ? [] : [`${waived} new but waived`]),
    `${problemsIn(fixed).length} fixed`,
    `${problemsIn(stillFailing).length} still failing`,
    `${problemsIn(notTested).length} not tested now.`,
  ].join(', ');
}
