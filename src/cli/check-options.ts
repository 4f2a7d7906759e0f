/** The options of `check`, as the command line gives them. */
export interface CheckOptions {
  readonly config?: string;
  readonly baseUrl?: string;
  readonly case?: readonly string[];
  readonly writes?: string;
  readonly tokenEnv?: string;
  readonly reportDir: string;
  readonly only?: string;
  readonly seed?: number;
  readonly reference?: boolean;
  readonly debug?: boolean;
}
