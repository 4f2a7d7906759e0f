/** The first so many of the entries, and how many more there are: all are in the report. */
export function shortened(entries: readonly string[], most: number): string[] {
  const more = entries.length - most;
  return [...entries.slice(0, most), ...(more > 0 ? [`    ${more} more in the report.`] : [])];
}
