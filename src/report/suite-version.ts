import { readFileSync } from 'node:fs';

const packageFile: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

export const suiteVersion: string = packageFile.version;
