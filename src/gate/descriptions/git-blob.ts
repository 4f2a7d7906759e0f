import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Whether a source names a file in a Git revision, such as `main:openapi.yaml` or `HEAD~1:./openapi.yaml`.
 */
export function isOfRevision(source: string): boolean {
  // A single letter before the colon is a Windows drive.
  return /^(?![-@])[^:]*:./.test(source) && !/^([a-z]:|[a-z][a-z0-9+.-]*:\/\/)/i.test(source);
}

export async function gitBlob(source: string, maxBytes: number): Promise<Uint8Array> {
  const options = { encoding: 'buffer', maxBuffer: maxBytes, windowsHide: true } as const;
  try {
    return (await promisify(execFile)('git', ['cat-file', 'blob', source], options)).stdout;
  } catch (cause) {
    const { code, stderr } = cause as { readonly code?: unknown; readonly stderr?: Buffer };
    const [said = ''] = String(stderr ?? '').split('\n');
    const why =
      code === 'ENOENT'
        ? 'The file does not exist, and Git is not installed.'
        : code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'
          ? `It is longer than ${maxBytes / 2 ** 20} MiB.`
          : `The file does not exist, and Git says: ${said.slice(0, 200).replace(/\.?$/, '.')}`;
    throw new Error(why, { cause });
  }
}
