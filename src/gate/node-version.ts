/**
 * Why this version of Node cannot run the package. Undefined if it can. This file must import nothing: an older Node
 * may be unable to load other files.
 */
export function nodeComplaint(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major === 22 ? minor >= 19 : major === 24 || major >= 26) return undefined;
  return `case-conformance needs Node 22.19, 24, or 26 and later, but this is ${version}. Install one of them.`;
}
