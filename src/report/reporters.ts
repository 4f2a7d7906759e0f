import type { Report } from './report.ts';

/** A form in which a report is written beside `report.json`. */
interface Reporter {
  /** The file in the report's folder, where a call names none. */
  readonly file: string;
  /** Loads what renders it: most runs need none. */
  readonly renderer: () => Promise<(report: Report) => string>;
}

/** The forms by their names, as `--reporter` takes them. */
export const reporters = {
  junit: { file: 'junit.xml', renderer: async () => (await import('./reporters/junit.ts')).junitXml },
  ctrf: { file: 'ctrf-report.json', renderer: async () => (await import('./reporters/ctrf.ts')).ctrfJson },
  markdown: { file: 'report.md', renderer: async () => (await import('./reporters/markdown.ts')).markdown },
} as const satisfies Readonly<Record<string, Reporter>>;

/** The name of a form, or of GitHub's own: annotations on the standard output, and the summary of the job. */
export type ReporterName = keyof typeof reporters | 'github';
