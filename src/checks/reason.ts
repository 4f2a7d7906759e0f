/** Why something could not be decided. */
export const reasons = [
  'not-configured',
  'not-permitted',
  'no-data',
  'throttled',
  'unreachable',
  'control-refused',
] as const;
export type Reason = (typeof reasons)[number];
