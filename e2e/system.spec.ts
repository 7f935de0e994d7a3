/** Engine room → System: what an operator sees of the program and its server. */
import { expectNothingSerious } from './axe.ts';
import { expectItFits } from './fits.ts';
import { expect, test } from './journey.ts';
import { openUnlocked } from './screen.ts';

test.use({ ownSettings: { TRUST_PROXY: '127.0.0.1' }, viewport: { width: 390, height: 844 } });

test('an organiser follows a warning to the system, which asks again while it is on screen, and hides it', async ({
  page,
  organiser,
}) => {
  await page.clock.install();
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/admin/system')) calls += 1;
  });
  await openUnlocked(page, organiser, '/admin');
  const warning = page
    .getByRole('region', { name: 'NEEDS ATTENTION' })
    .getByRole('listitem')
    .filter({ hasText: 'PUBLIC_URL' });
  expect(calls).toBe(0);
  await warning.getByRole('link', { name: 'System' }).click();
  const system = page.getByRole('region', { name: 'SYSTEM' });
  await expect(system.getByText('1 problem')).toBeInViewport();
  const row = (name: string) => system.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(row('Address')).toContainText('PUBLIC_URL is not set, so QR codes and links may lead elsewhere.');
  await expect(row('Last backup')).toContainText('None yet');
  await expect(row('Database')).toContainText('SQLite');
  await expect(system.getByRole('table', { name: 'Timed work' })).toContainText('every 1 min');
  await expectItFits(page);
  await expectNothingSerious(page);
  const before = calls;
  await page.clock.fastForward(10_000);
  await expect.poll(() => calls).toBeGreaterThan(before);
  await system.getByRole('button', { name: 'Hide the system' }).click();
  await expect(row('Database')).toHaveCount(0);
});
