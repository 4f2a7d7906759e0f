import type { SeenBeside } from '../../regression/drift/compare-served.ts';

/** What is compared in a thread of its own. */
export interface DriftWork extends SeenBeside {
  /** OpenAPI 3.1; its references lead within it. */
  readonly agreed: Readonly<Record<string, unknown>>;
  /** The served description, in JSON or YAML. */
  readonly text: string;
}
