import type { Summary } from './summary.ts';

/** A report format in addition to `report.json`. */
interface Reporter {
  readonly file: string;
  /** Loads the renderer on demand: most runs need none. */
  readonly renderer: () => Promise<(summary: Summary) => string>;
}

/** The report formats by the names that `--reporter` takes. */
export const reporters = {
  junit: { file: 'junit.xml', renderer: async () => (await import('./reporters/junit.ts')).junitXml },
  ctrf: { file: 'ctrf-report.json', renderer: async () => (await import('./reporters/ctrf.ts')).ctrfJson },
  markdown: { file: 'report.md', renderer: async () => (await import('./reporters/markdown.ts')).markdown },
} as const satisfies Readonly<Record<string, Reporter>>;

/** The name of a format, or `github`, which writes annotations to the standard output and a job summary. */
export type ReporterName = keyof typeof reporters | 'github';
