import { createHash } from 'node:crypto';

/** A base URL in the one form that its spellings come to; this machine has many names. */
export function normalised(target: string): string {
  const url = new URL(target);
  if (
    /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])\.?$/.test(url.hostname)
  )
    url.hostname = 'localhost';
  return url.href.replace(/\/+$/, '');
}

/** A name for a client of a target, the same however the two are spelled: 32 hexadecimal digits. */
export function nameOfClient(target: string, client: string): string {
  const text = `${normalised(target)}\n${client.toLowerCase()}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
