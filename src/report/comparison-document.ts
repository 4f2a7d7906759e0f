import type { ObservationChange } from '../acceptance/lock.ts';
import { grouped } from '../schema/grouped.ts';
import { knownEntries } from './baseline.ts';
import type { ComparedRun, Comparison, RequirementChange } from './comparison.ts';
import { briefVerdict } from './conclusion-words.ts';
import type { Document, Entry, Section } from './document.ts';
import { groupedByRemedy, joinedRemedy } from './remedies.ts';
import { changeInWords, few, plural } from './words.ts';

export function comparisonDocument(comparison: Comparison): Document {
  const { before, after, differences, deviations, requirements, observations, fieldCoverage } = comparison;
  const added = knownEntries(deviations.new);
  const waived = knownEntries(deviations.newButWaived);
  const fixed = knownEntries(deviations.fixed);
  const stillFailing = knownEntries(deviations.stillFailing);
  const notTested = knownEntries(deviations.notTested);
  const sections: readonly Section[] = [
    { heading: 'Newly failing', mark: '✗', entries: added },
    { heading: 'Newly failing, but waived', mark: '~', entries: waived },
    { heading: 'Fixed', mark: '✓', entries: fixed },
    { heading: 'Still failing', mark: '~', entries: stillFailing },
    { heading: 'Failed before, not tested now', mark: '?', entries: notTested },
    { heading: 'Newly undecided', mark: '?', entries: requirementEntries(requirements.newlyUndecided) },
    { heading: 'Newly decided', mark: '✓', entries: requirementEntries(requirements.newlyDecided) },
    { heading: 'Changed observations', mark: '~', entries: observationEntries(observations) },
    { heading: 'Field coverage lost', mark: '-', entries: fieldEntries(fieldCoverage.lost) },
    { heading: 'Field coverage gained', mark: '+', entries: fieldEntries(fieldCoverage.gained) },
  ];
  const title = [
    plural(added.length, 'new problem'),
    ...(waived.length === 0 ? [] : [`${waived.length} new but waived`]),
    `${fixed.length} fixed`,
    `${stillFailing.length} still failing`,
    `${notTested.length} not tested now.`,
  ].join(', ');
  return {
    ...{ title, ends: [{ words: title, emphasis: 'bold' }], maxEntries },
    heads: [
      `Before: ${runInWords(before)}`,
      `After: ${runInWords(after)}`,
      ...(differences.length === 0
        ? []
        : [`The runs differ in ${differences.join(', ')}, which may be why.`]),
    ],
    sections: sections.filter(({ entries }) => entries.length > 0),
  };
}

const maxEntries = 50;

function requirementEntries(changes: readonly RequirementChange[]): Entry[] {
  const remedied = changes.map((change) => ({ ...change, remedy: change.remedy ?? '' }));
  const groups = grouped(remedied, ({ before, after }) => `${before} → ${after}`).flatMap(groupedByRemedy);
  return groups.map((group) => {
    const [{ before, after }] = group;
    const words = `${few(group.map(({ id }) => id))}: ${before} → ${after}`;
    const remedy = joinedRemedy(group);
    return remedy === '' ? { words } : { words, details: [remedy] };
  });
}

function observationEntries(changes: readonly ObservationChange[]): Entry[] {
  const kindOf = ({ id }: ObservationChange): string => id.replace(/:.*/s, '');
  const groups = grouped(changes, (change) => `${kindOf(change)}: ${changeInWords(change)}`);
  return groups.map((group) => ({
    words: few(
      group.map(({ id }) => id),
      1,
    ),
    details: [changeInWords(group[0])],
  }));
}

function fieldEntries(names: readonly string[]): Entry[] {
  const parts = names.map((name) => /^(?<shape>.*?)(?: (?<place>\/.*))?$/s.exec(name)?.groups ?? {});
  return grouped(parts, ({ shape = '' }) => shape).map((ofShape) => ({
    words: `${ofShape[0].shape}: ${few(ofShape.map(({ place = 'the shape itself' }) => place))}`,
  }));
}

function runInWords(run: ComparedRun): string {
  const { target, startedAt, decided, decidable } = run;
  return `${target}, ${startedAt}: ${briefVerdict(run)} ${decided} of ${decidable} requirements tested.`;
}
