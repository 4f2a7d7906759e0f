import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import { maxBodyBytes } from '../traffic/recorded-body.ts';

/**
 * Playwright keeps bodies in files next to the HAR, named by `_file`. A name that leads out of the folder is
 * ignored.
 */
export async function withAttachedBodies(entry: object, folder: string): Promise<object> {
  const withBody = async (message: string, holder: 'content' | 'postData'): Promise<object> => {
    const value = memberOf(entry, message);
    const held = memberOf(value, holder);
    const body = await attachedBody(memberOf(held, '_file'), folder);
    if (body === undefined || !isObject(value) || !isObject(held)) return {};
    const written =
      holder === 'content'
        ? { text: body.toString('base64'), encoding: 'base64' }
        : { text: body.toString() };
    return { [message]: { ...value, [holder]: { ...held, ...written } } };
  };
  return {
    ...entry,
    ...(await withBody('request', 'postData')),
    ...(await withBody('response', 'content')),
  };
}

async function attachedBody(name: unknown, folder: string): Promise<Buffer | undefined> {
  if (typeof name !== 'string' || !/^[^./\\:][^/\\:]*$/.test(name)) return undefined;
  const file = join(folder, name);
  try {
    return (await stat(file)).size > maxBodyBytes ? undefined : await readFile(file);
  } catch {
    return undefined;
  }
}
