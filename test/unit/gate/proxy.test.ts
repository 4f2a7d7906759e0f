import { describe, expect, test } from 'vitest';
import { proxyOf } from '../../../src/gate/network.ts';

const fromEnvironment = (environment: Readonly<Record<string, string>>, baseUrl = 'https://acme.example') =>
  proxyOf({ proxy: 'environment' }, baseUrl, environment)?.proxy.origin;

const proxy = 'http://proxy.example:3128';

test('the variable is that of the scheme of the target, in small letters first', () => {
  const both = { HTTPS_PROXY: proxy, http_proxy: 'other.example:80', HTTP_PROXY: 'http://third.example' };
  expect(fromEnvironment(both)).toBe(proxy);
  expect(fromEnvironment(both, 'http://acme.example')).toBe('http://other.example');
  expect(fromEnvironment({ https_proxy: ' ', HTTPS_PROXY: '' })).toBeUndefined();
  expect(() => fromEnvironment({ HTTPS_PROXY: 'ftp://x' })).toThrow(/^HTTPS_PROXY must be a URL/);
});

describe('NO_PROXY', () => {
  test.each([
    ['*', true],
    ['acme.example', true],
    ['.acme.example', true],
    ['example', true],
    ['other.example, ACME.example', true],
    ['*.example', true],
    ['acme.example:443', true],
    ['acme.example:8443', false],
    ['me.example', false],
    ['www.acme.example', false],
    ['', false],
  ])('%j', (list, isExcepted) => {
    expect(fromEnvironment({ HTTPS_PROXY: proxy, NO_PROXY: list })).toBe(isExcepted ? undefined : proxy);
  });

  test.each(['::1', '[::1]', '[::1]:8443'])('%j is an address of version 6', (list) => {
    const variables = { HTTPS_PROXY: proxy, no_proxy: list };
    expect(fromEnvironment(variables, 'https://[::1]:8443')).toBeUndefined();
    expect(fromEnvironment(variables, 'https://[::2]:8443')).toBe(proxy);
  });
});

test('a user and a password are told to the proxy alone, and are secrets', () => {
  const { proxy: found, secrets } =
    proxyOf({ proxy: 'http://a%40b:p%2Fw@proxy.example' }, 'http://x', {}) ?? {};
  const authorization = `Basic ${Buffer.from('a@b:p/w').toString('base64')}`;
  expect(found).toEqual({ origin: 'http://proxy.example', authorization });
  expect(secrets).toEqual(['p/w', authorization]);
});
