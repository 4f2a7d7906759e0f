export function whyNotRead(cause: unknown): string {
  const { code } = cause as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'There is no such file.' : `The system says ${code}.`;
}
