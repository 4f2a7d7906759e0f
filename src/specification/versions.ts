/** Whether `version` is `due`, or a patch or build of it. `v2.0.1`, `2.0+build` and `2` all match `2.0`. */
export function isVersion(version: string, due: string): boolean {
  const [plain = ''] = version.replace(/^v/i, '').split(/[-+]/, 1);
  const [parts, dueParts] = [plain, due.replace(/^v/i, '')].map((one) => one.split('.'));
  if (parts === undefined || dueParts === undefined || !/^\d+(\.\d+)*$/.test(plain)) return version === due;
  return dueParts.every((part, place) => (parts[place] ?? '0') === part) && parts.length <= 3;
}
