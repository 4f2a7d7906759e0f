import type { Requirement } from '../../specification/requirements.ts';
import type { Commands } from '../commands.ts';
import type { ListId } from '../lists.ts';
import type { Summary } from '../summary.ts';
import { deviationsSection } from './deviations.ts';
import { recordSection } from './field-map.ts';
import { pageOf } from './frame.ts';
import { listSection } from './list.ts';
import { matrixSection } from './matrix.ts';
import { observationsSection } from './observations.ts';
import { overviewHtml } from './overview.ts';
import { checksSection, requirementsSection } from './registers.ts';
import { reproduceSection } from './reproduce.ts';
import type { PageSection } from './section.ts';

export function htmlReport(summary: Summary, commands: Commands, register: readonly Requirement[]): string {
  return pageOf({
    title: `Conformance of ${summary.report.target}`,
    header: overviewHtml(summary),
    sections: sectionsOf(summary, commands, register),
  });
}

const first: readonly ListId[] = ['faults', 'objections'];

function sectionsOf(summary: Summary, commands: Commands, register: readonly Requirement[]): PageSection[] {
  const lists = (isHere: (id: ListId) => boolean) =>
    summary.lists.filter(({ id }) => isHere(id)).map((list) => listSection(list, summary.problems));
  return [
    ...lists((id) => first.includes(id)),
    deviationsSection(summary, commands),
    ...lists((id) => !first.includes(id)),
    matrixSection(summary),
    recordSection(summary),
    observationsSection(summary, register),
    requirementsSection(summary, register),
    checksSection(summary),
    reproduceSection(summary, commands),
  ];
}
