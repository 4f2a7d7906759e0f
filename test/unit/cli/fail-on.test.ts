import { describe, expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '../../../src/cli/opened-reference.ts';
import { preparedCheck } from '../../../src/gate/check.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { checked, refused, smallService } from './gate.ts';
import { refusal } from './support.ts';

const open = {
  kind: 'inconclusive',
  check: 'listCases.foreign-cases',
  message:
    'listCases.foreign-cases is undecided. List a case of another organisation in cases.foreign of the configuration.',
};

test('--min-decided fails a run that decided less', async () => {
  const service = await smallService();
  const { status, report } = await checked(service, 'listCases.', '--min-decided', '50');
  expect({ status, kinds: report.objections.map(({ kind }) => kind) }).toEqual({
    status: 1,
    kinds: ['few-decided'],
  });
});

describe('--fail-on inconclusive', () => {
  test('fails a run that left something undecided, which else is conformant', async () => {
    const service = await smallService();
    expect((await checked(service, 'listCases.')).status).toBe(0);

    const failing = await checked(service, 'listCases.', '--fail-on', 'inconclusive');
    const { status, stdout, stderr, report } = failing;
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(report).toMatchObject({ conformant: false, conclusion: 'not-accepted', deviations: [] });
    expect(report.objections).toHaveLength(report.summary.inconclusive);
    expect(report.objections).toContainEqual(open);
    expect(stdout).toContain(`\n  ! ${open.message}\n`);
    expect(stdout).toContain('\nNot accepted: no deviations, but there are objections.\n');
  });

  test('goes green with writes none, where everything is configured', async () => {
    const { target, close } = await startEmbedded(bundled);
    onTestFinished(close);
    const held = { ...target, target: { ...target.target, writes: 'none' as const } };
    const run = await preparedCheck(held, { failOn: ['inconclusive'], minDecided: 100, runs: 1, seed: 1 });
    const { report } = await run({});
    expect({ conclusion: report.conclusion, objections: report.objections }).toEqual({
      conclusion: 'conformant',
      objections: [],
    });
    const { decided, decidable, coverage } = report;
    const { inMode } = coverage;
    expect(inMode.decided).toBe(inMode.decidable);
    expect(decided).toBeLessThan(decidable);
  });
});

test('--fail-on changed-observation is refused without a lock, since it would never fail', async () => {
  const message =
    "The call is wrong: option '--fail-on changed-observation' needs '--lock <file>'. See case-conformance check --help. [CALL_NOT_UNDERSTOOD]";
  expect(await refused('--fail-on', 'changed-observation')).toEqual(refusal(message));
});
