import { expect, test, vi } from 'vitest';
import { run } from './child.mjs';

const MISSING = `${import.meta.dirname}/no-such-program`;

test('returns the output and the exit status', async () => {
  const script = 'console.log("out"); console.error("err"); process.exit(3)';
  const { status, output } = await run(process.execPath, ['-e', script], { capture: true });
  expect([status, output.split('\n').sort()]).toEqual([3, ['', 'err', 'out']]);
});

test('says why a program could not start, in the output or on the terminal', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const captured = await run(MISSING, [], { capture: true });
  expect(captured).toMatchObject({ output: expect.stringContaining('ENOENT') });
  expect(captured.status).toBeGreaterThan(0);
  expect(said).not.toHaveBeenCalled();
  expect((await run(MISSING, [])).status).toBeGreaterThan(0);
  expect(said.mock.calls.flat().join()).toContain('ENOENT');
  said.mockRestore();
});
