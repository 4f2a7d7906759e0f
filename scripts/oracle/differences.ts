export function differencesOf(before: readonly string[], after: readonly string[]): string[] {
  const old = byName(before);
  const now = byName(after);
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  return names.flatMap((name) => {
    const lost = minus(old.get(name), now.get(name)).map((item) => `  - ${item}`);
    const won = minus(now.get(name), old.get(name)).map((item) => `  + ${item}`);
    if (!now.has(name)) return [`- ${name}`, ...lost];
    if (!old.has(name)) return [`+ ${name}`, ...(won.length === 0 ? ['  shows nothing'] : won)];
    return lost.length + won.length === 0 ? [] : [`  ${name}`, ...lost, ...won];
  });
}

function byName(lines: readonly string[]): Map<string, readonly string[]> {
  return new Map(
    lines.map((line) => {
      const [name = '', items = ''] = line.split(' | ');
      return [name, items === '' ? [] : items.split('; ')];
    }),
  );
}

function minus(all: readonly string[] = [], others: readonly string[] = []): readonly string[] {
  return all.filter((one) => !others.includes(one));
}
