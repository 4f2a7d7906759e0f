import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Report } from '../src/report/report.ts';
import { summaryOf } from '../src/report/summary.ts';
import { terminalReport } from '../src/report/terminal.ts';
import { expectValidReport } from '../test/unit/cli/support.ts';
import { commands } from '../test/unit/report/values.ts';
import { forgedLine, reports } from './arbitrary-reports.ts';
import { sampling } from './sampling.ts';

// Whatever a run finds can be told, and whatever a target says in it stays a text.

test('A report of any findings is of the form that its schema describes, and its text tells them in lines of its own', () => {
  fc.assert(
    fc.property(reports(), (report) => {
      expectValidReport(JSON.parse(JSON.stringify(report)));
      const text = textOf(report);
      // No characters that a terminal obeys, but ends of lines, and no line that somebody else began.
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      const forged = text.split('\n').filter((line) => line.trim().startsWith(forgedLine));
      expect(forged).toEqual([]);
      for (const { requirement, waived } of report.results.flatMap(({ findings }) => findings))
        if (waived === undefined) expect(text).toContain(requirement);
    }),
    sampling(100),
  );
});

function textOf(report: Report): string {
  return terminalReport(summaryOf(report), { paint: (_emphasis, text) => text }, commands);
}
