import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Report } from '../src/report/report.ts';
import { terminalReport } from '../src/report/terminal.ts';
import { bundled } from '../src/specification/bundled.ts';
import { expectValidReport } from '../test/unit/cli/support.ts';
import { forgedLine, reports } from './arbitrary-reports.ts';
import { sampling } from './sampling.ts';

// Whatever a run finds can be told, and whatever a target says in it stays a text.

test('A report of any findings is of the form that its schema describes', () => {
  fc.assert(
    fc.property(reports(), (report) => expectValidReport(JSON.parse(JSON.stringify(report)))),
    sampling(100),
  );
});

test('The text of any report holds no characters that a terminal obeys, but ends of lines', () => {
  fc.assert(
    fc.property(reports(), (report) => {
      expect(textOf(report).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
    sampling(100),
  );
});

test('The text of any report has no line that somebody else began', () => {
  fc.assert(
    fc.property(
      reports(),
      (report) =>
        !textOf(report)
          .split(/[\n\r\v\u0085\p{Zl}\p{Zp}]/u)
          .some((line) => line.trim().startsWith(forgedLine)),
    ),
    sampling(100),
  );
});

test('The text of any report tells every requirement that deviates, unless all of it is waived', () => {
  fc.assert(
    fc.property(reports(), (report) => {
      const found = report.results.flatMap(({ findings }) => findings);
      const deviating = found.filter(({ waived }) => waived === undefined);
      const text = textOf(report);
      for (const { requirement } of deviating)
        expect(text).toContain(bundled.requirementNamed(requirement).text);
    }),
    sampling(100),
  );
});

function textOf(report: Report): string {
  return terminalReport(report, (_emphasis, text) => text, 'case-conformance check');
}
