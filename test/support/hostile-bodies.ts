export const hostileBodies = {
  none: () => 'null',
  padding: (size) => JSON.stringify('x'.repeat(size)),
  members: (size) =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: size / 25 }, (_, at) => [`member${at}`, `value ${at}`])),
    ),
  escapes: (size) => `"${'\\u0041'.repeat(size / 6)}"`,
  fragments: (size, token) => JSON.stringify(`${token.slice(2, 16)}.`.repeat(size / 15)),
  tokens: (size, token) => JSON.stringify(`${token}.`.repeat(size / 24)),
} satisfies Readonly<Record<string, (size: number, token: string) => string>>;
