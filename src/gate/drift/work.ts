import type { SeenBeside } from '../../regression/drift/compare-served.ts';

export interface DriftWork extends SeenBeside {
  /** OpenAPI 3.1 with internal references only. */
  readonly agreed: Readonly<Record<string, unknown>>;
  /** The served description, in JSON or YAML. */
  readonly text: string;
}
