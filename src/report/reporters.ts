import type { Requirement } from '../specification/requirements.ts';
import type { Commands } from './commands.ts';
import type { Summary } from './summary.ts';

/** A report format that is written to a file. */
interface Reporter {
  readonly file: string;
  /** Imports the renderer on demand. */
  readonly renderer: () => Promise<Renderer>;
}

/** @param register - all requirements, also those without findings */
type Renderer = (summary: Summary, commands: Commands, register: readonly Requirement[]) => string;

/** Formats by the names that `--reporter` accepts. */
export const reporters = {
  json: {
    file: 'report.json',
    renderer: async () => {
      const { reportText } = await import('./report-text.ts');
      return ({ report }) => reportText(report);
    },
  },
  html: {
    file: 'report.html',
    renderer: async () => (await import('./html/page.ts')).htmlReport,
  },
  junit: { file: 'junit.xml', renderer: async () => (await import('./reporters/junit.ts')).junitXml },
  ctrf: { file: 'ctrf-report.json', renderer: async () => (await import('./reporters/ctrf.ts')).ctrfJson },
  markdown: { file: 'report.md', renderer: async () => (await import('./reporters/markdown.ts')).markdown },
} as const satisfies Readonly<Record<string, Reporter>>;

/** A format, or `github`, which prints annotations and writes a job summary. */
export type ReporterName = keyof typeof reporters | 'github';
