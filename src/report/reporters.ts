import type { Requirement } from '../specification/requirements.ts';
import type { Commands } from './commands.ts';
import type { Summary } from './summary.ts';

interface Reporter {
  readonly file: string;
  readonly renderer: () => Promise<Renderer>;
}

type Renderer = (summary: Summary, commands: Commands, register: readonly Requirement[]) => string;

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

/** The formats with a file, and `github`, which prints annotations and writes a job summary instead. */
export type ReporterName = keyof typeof reporters | 'github';
