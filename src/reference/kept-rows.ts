type Rows = readonly unknown[];

/** What was read, for as long as nothing changes. */
export interface KeptRows {
  /**
   * The rows of a query.
   * @param read - reads them, where they are not kept
   */
  readonly of: (sql: string, parameters: readonly unknown[], read: () => Rows) => Rows;
  /** To be called before whatever may change something on this connection. */
  readonly forget: () => void;
}

const keptAtMost = 1_000;

/**
 * Keeps what was read from a database until something changes in it, in this process or another. To ask SQLite anything takes
 * locks of the file, which cost more than the reading, so that it is asked once in each turn of the event loop whether another
 * process changed something. That is soon enough: a request that is handled in a turn was sent before it began, and so
 * before an answer of any other process that came in since.
 * @param readVersion - what changes with each commit of another connection, and need not with our own
 */
export function keepRows(readVersion: () => unknown): KeptRows {
  const kept = new Map<string, Rows>();
  let version: unknown;
  let isCurrent = false;
  const forget = (): void => kept.clear();
  const bringUpToDate = (): void => {
    const current = readVersion();
    if (current !== version) forget();
    version = current;
    isCurrent = true;
    setImmediate(() => {
      isCurrent = false;
    });
  };
  return {
    forget,
    of: (sql, parameters, read) => {
      if (!isCurrent) bringUpToDate();
      const key = JSON.stringify([sql, ...parameters]);
      const known = kept.get(key);
      if (known !== undefined) return known;
      const rows = read();
      if (kept.size >= keptAtMost) forget();
      // A list may be long, and is asked for less often.
      if (rows.length <= 1) kept.set(key, rows);
      return rows;
    },
  };
}
