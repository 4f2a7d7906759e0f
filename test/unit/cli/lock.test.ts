import { mkdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { checksOfSuite } from '../../../src/report/suite.ts';
import { checked, refused, type SmallService, smallService } from './gate.ts';
import { type Checked, refusal, temporaryFile, temporaryFolder } from './support.ts';

const shape = 'list-cases-shape:listCases';

async function newLock(): Promise<string> {
  return join(await temporaryFolder(), 'lock.json');
}

async function observationsIn(file: string): Promise<Record<string, string[]>> {
  return JSON.parse(await readFile(file, 'utf8')).observations;
}

function updated(service: SmallService, lock: string, only = 'listCases.exists'): Promise<Checked> {
  return checked(service, only, '--lock', lock, '--update-lock');
}

async function locked(): Promise<{ service: SmallService; lock: string }> {
  const service = await smallService();
  const lock = await newLock();
  await updated(service, lock);
  return { service, lock };
}

describe('--update-lock', () => {
  test('writes what was observed, the same to the byte each time, and nothing beside it', async () => {
    const service = await smallService();
    const lock = await newLock();
    const first = await updated(service, lock);
    expect(first.status).toBe(0);
    expect(first.stdout).toMatch(new RegExp(`\nReport: .*\nThe lock is written: ${lock}\n$`));
    expect(first.report.changes).toEqual([]);
    const text = await readFile(lock, 'utf8');
    const checks = checksOfSuite(first.report) ?? [];
    expect(checks).toContain('listCases.exists');
    const suite = { version: packageFile.version, interface: '2.0', checks };
    const observations = { [shape]: ['200, an array'] };
    const written = { formatVersion: '1.0', suite, target: service.url, observations };
    expect(text).toBe(`${JSON.stringify(written, null, 2)}\n`);
    await updated(service, lock);
    expect(await readFile(lock, 'utf8')).toBe(text);
    expect(await readdir(dirname(lock))).toEqual(['lock.json']);
  });

  test('tells what it accepts, and does not fail on it', async () => {
    const { service, lock } = await locked();
    service.cases = {};
    const words = ['--lock', lock, '--update-lock', '--fail-on', 'changed-observation'];
    const { status, stdout, report } = await checked(service, 'listCases.exists', ...words);
    expect(status).toBe(0);
    expect(report).toMatchObject({ changes: [{ kind: 'changed', id: shape }], objections: [] });
    expect(stdout).toContain(`Changed since the lock\n  ~ ${shape}\n`);
    expect(await observationsIn(lock)).toEqual({ [shape]: ['200, an object'] });
  });

  test('replaces the lock of another target wholly', async () => {
    const { lock } = await locked();
    const service = await smallService();
    const { status, report } = await updated(service, lock, 'getOrganisation.succeeds');
    expect({ status, changes: report.changes }).toEqual({ status: 0, changes: [] });
    expect(await observationsIn(lock)).toEqual({
      'organisation-record-fields:getOrganisation': ['(an unknown name), id'],
    });
    expect(JSON.parse(await readFile(lock, 'utf8')).target).toBe(service.url);
  });

  test('leaves the lock as it was where the target was not tested', async () => {
    const { service, lock } = await locked();
    const text = await readFile(lock, 'utf8');
    service.answers = false;
    const { status, stdout, report } = await updated(service, lock);
    expect({ status, changes: report.changes }).toEqual({ status: 3, changes: [] });
    expect(stdout).toContain(
      `\nThe lock ${lock} is left as it was, since nothing can be concluded from this run.\n`,
    );
    expect(await readFile(lock, 'utf8')).toBe(text);
  });

  test('says after the run that a lock could not be written, and leaves nothing behind', async () => {
    const service = await smallService();
    const lock = await newLock();
    // Something else exists at the path by the time the lock is written.
    Object.defineProperty(service, 'cases', {
      get: () => {
        mkdirSync(lock, { recursive: true });
        return [];
      },
    });
    const { status, stderr } = await updated(service, lock);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `The lock ${lock} cannot be written. Name another with --lock. [FILE_NOT_WRITABLE]\n`,
    });
    expect(await readdir(dirname(lock))).toEqual(['lock.json']);
  });
});

describe('--lock', () => {
  test('tells what has changed, as a note', async () => {
    const { service, lock } = await locked();
    service.cases = {};
    const { status, stdout, report } = await checked(service, 'listCases.exists', '--lock', lock);
    expect(status).toBe(0);
    expect(stdout).toContain(
      `Changed since the lock\n  ~ ${shape}\n      '200, an array' → '200, an object'\n\n`,
    );
    expect(report).toMatchObject({
      conformant: true,
      objections: [],
      changes: [{ kind: 'changed', id: shape, before: ['200, an array'], after: ['200, an object'] }],
    });
    expect(await observationsIn(lock)).toEqual({ [shape]: ['200, an array'] });
  });

  test('names no file that is not there', async () => {
    const lock = await newLock();
    expect(await refused('--lock', lock)).toEqual(
      refusal(`There is no lock ${lock}. Add --update-lock, and this run makes it. [LOCK_MISSING]`),
    );
  });

  test('is of the target', async () => {
    const { service, lock } = await locked();
    const message = `The lock ${lock} is of ${service.url}, but this run tests http://127.0.0.1:9. Name another with --lock, or replace it with --update-lock. [LOCK_OF_ANOTHER_TARGET]`;
    expect(await refused('--lock', lock)).toEqual(refusal(message));
  });

  const good = {
    formatVersion: '1.0',
    suite: { version: '1' },
    target: 'http://x.example',
    observations: {},
  };
  test.each<[string, string, string]>([
    ['is no JSON', '{', '. It is not JSON: it is cut off after 1 character'],
    [
      'has what there is not',
      JSON.stringify({ ...good, 'mor\u202ee': 1 }),
      ": it has no key 'mor\ufffde'. Its keys are formatVersion, suite, target, observations",
    ],
    [
      'has an observation that is none',
      JSON.stringify({ ...good, observations: { 'limits:a': 'x'.repeat(100) } }),
      ': observations.limits:a must be a list of the values that were seen, but is a text of 100 characters',
    ],
  ])('names no file that %s', async (_name, content, words) => {
    const file = await temporaryFile('lock.json', content);
    const { status, stderr } = await refused('--lock', file);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `${file} is not a lock${words}. [FILE_WRONG]\n`,
    });
  });
});
