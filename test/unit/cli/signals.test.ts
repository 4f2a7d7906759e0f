import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { progressOn } from '../../../src/cli/progress.ts';
import { interruptionAt } from '../../../src/cli/signals.ts';

// As it is loaded, the spinner decides whether a signal must show the cursor again.
vi.hoisted(() => {
  process.stderr.isTTY = true;
});

test('a run that has changed nothing says that it was ended', () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const errors = new PassThrough();
  const window = { input: new PassThrough(), output: new PassThrough(), errors, environment: {} };
  const { signal } = interruptionAt(window);
  process.emit('SIGTERM', 'SIGTERM');
  expect(String(errors.read())).toBe('SIGTERM: the run was ended early, without a report.\n');
  expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, 'SIGTERM');
  expect(signal.aborted).toBe(false);
  kill.mockRestore();
});

test('a spinner that starts after the first change leaves the first Ctrl-C to the run', async () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const controls = { cursorTo: () => true, clearLine: () => true, moveCursor: () => true };
  const errors = Object.assign(new PassThrough(), { isTTY: true, columns: 80, ...controls });
  const window = { input: new PassThrough(), output: new PassThrough(), errors, environment: {} };
  const interruption = interruptionAt(window);
  interruption.watch('provider-states');
  const shown = await progressOn(window);
  shown?.show('Testing');
  process.emit('SIGINT', 'SIGINT');
  expect(interruption.signal.aborted).toBe(true);
  expect(kill).not.toHaveBeenCalled();
  process.emit('SIGINT', 'SIGINT');
  expect(kill).toHaveBeenCalledWith(process.pid, 'SIGINT');
  shown?.stop();
});
