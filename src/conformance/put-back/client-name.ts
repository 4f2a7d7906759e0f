import { createHash } from 'node:crypto';

/** Normalises a base URL. All loopback names become localhost. */
export function normalised(target: string): string {
  const url = new URL(target);
  if (
    /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])\.?$/.test(url.hostname)
  )
    url.hostname = 'localhost';
  return url.href.replace(/\/+$/, '');
}

/** The name of a client of a target: 32 hexadecimal digits, independent of the spelling of either. */
export function nameOfClient(target: string, client: string): string {
  const text = `${normalised(target)}\n${client.toLowerCase()}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
