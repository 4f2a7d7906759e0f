import { describe, expect, test } from 'vitest';
import { nameOfClient, normalised } from '../../../../src/conformance/put-back/client-lock.ts';

describe('a base URL', () => {
  test.each([
    ['HTTPS://Acme.Example', 'https://acme.example'],
    ['https://acme.example/', 'https://acme.example'],
    ['https://acme.example//', 'https://acme.example'],
    ['https://acme.example:443/Base/', 'https://acme.example/Base'],
    ['https://acme.example/a/b', 'https://acme.example/a/b'],
    ['http://LOCALHOST:8080/', 'http://localhost:8080'],
    ['http://localhost.:8080', 'http://localhost:8080'],
    ['http://127.0.0.1:8080', 'http://localhost:8080'],
    ['http://127.10.200.30', 'http://localhost'],
    ['http://0.0.0.0:8080', 'http://localhost:8080'],
    ['http://[::1]:8080', 'http://localhost:8080'],
    ['http://[::]:8080', 'http://localhost:8080'],
    ['http://[::ffff:127.0.0.1]:8080', 'http://localhost:8080'],
  ])('%s is %s', (spelling, one) => {
    expect(normalised(spelling)).toBe(one);
  });

  test.each([
    'http://my-localhost',
    'http://localhost.example',
    'http://my-127.0.0.1.example',
    'http://a127.0.0.1a',
    'http://128.0.0.1',
    'http://0.0.0.1',
    'http://[::2]',
    'http://[::1:1]',
    'http://[1::1]',
    'http://[::ffff:7e00:1]',
    'http://[::ffff:8000:1]',
  ])('%s is not of this machine', (target) => {
    expect(normalised(target)).toBe(target);
  });
});

describe('the name of a client', () => {
  const [target, client] = ['https://acme.example', 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2'];

  test('is the same however the client and its target are spelled', () => {
    const name = nameOfClient(target, client);
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    expect(nameOfClient('HTTPS://Acme.Example:443/', client.toUpperCase())).toBe(name);
  });

  test('is that of no other client, and of no other target', () => {
    const names = [
      nameOfClient(target, client),
      nameOfClient(target, `${client.slice(0, -1)}3`),
      nameOfClient(`${target}/base`, client),
    ];
    expect(new Set(names).size).toBe(3);
  });
});
