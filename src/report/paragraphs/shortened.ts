/** The first `most` entries, and the number of the others, which are in the report. */
export function shortened(entries: readonly string[], most: number): string[] {
  const more = entries.length - most;
  return [...entries.slice(0, most), ...(more > 0 ? [`    ${more} more in the report.`] : [])];
}
