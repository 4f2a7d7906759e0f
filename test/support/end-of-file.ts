const ends: (() => Promise<unknown>)[] = [];

/**
 * Does it after the last test of the file that is under way: for what tests that run at once share, since none of them may
 * end it for the others. Files share their modules, so that a hook within one would be the first file's alone.
 */
export function atEndOfFile(end: () => Promise<unknown>): void {
  ends.push(end);
}

export async function endFile(): Promise<void> {
  await Promise.all(ends.splice(0).map((end) => end()));
}
