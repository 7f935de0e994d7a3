/** A flood of registrations: a burst is listed, removed and restored; a pause stops a phone until it is resumed. */
import { expect, test } from './journey.ts';
import { unique } from './organiser.ts';
import type { Program } from './program.ts';
import { dialog, expectToast, openCard, openPart, openTab, openUnlocked, register } from './screen.ts';

// A pause would stop other journeys, and their bursts would be listed here.
test.use({ ownSettings: {} });

const PHONES = 40;

/** Registers from this many phones without a cookie, as a script does. */
const burst = ({ origin }: Program, eventId: string) =>
  Promise.all(
    Array.from({ length: PHONES }, async (_, number) => {
      const answer = await fetch(`${origin}/api/rsvps`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ eventId, playerName: `Script ${number}` }),
      });
      expect(answer.status).toBe(201);
    }),
  );

test('an organiser removes a burst in three clicks, restores it, pauses registration and resumes it', async ({
  page,
  otherPage,
  program,
  organiser,
  trouble,
}) => {
  trouble.expect(/status of 503/);
  trouble.expect(/^answer 503: .*\/api\/rsvps$/);
  await page.clock.install();
  const { id } = await organiser.addEvent({ title: unique('Flooded'), capacity: 60 });
  await organiser.register(id, 'Rosa');
  await openUnlocked(page, organiser, '/admin/setup#registrations');
  const part = page.getByRole('region', { name: 'Limits' });
  await expect(part.getByText('No burst of registrations in the last three hours.')).toBeVisible();
  await burst(program, id);

  const named = part.getByText(/^4[01] things of network [\w-]{6} since \d/);
  // The panel refetches every fifteen seconds.
  await expect(async () => {
    await page.clock.fastForward(15_000);
    await expect(named).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const attention = page.getByRole('region', { name: 'NEEDS ATTENTION' }).getByRole('listitem');
  await openTab(page, 'Overview');
  await attention
    .filter({
      hasText: /New phones of network [\w-]{6} made 4[01] things since \d.* Look at them under Limits\./,
    })
    .getByRole('link', { name: 'Limits' })
    .click();
  await part.getByRole('button', { name: /^Remove what this network made since \d/ }).click();
  const asked = page.getByRole('dialog', { name: /^Remove 4[01] things\?$/ });
  await asked.getByRole('button', { name: 'Remove' }).click();

  await expect(part.getByText(/^Removed: 4[01] things of network /)).toBeVisible();
  await expect(part.getByRole('button', { name: 'Undo' })).toBeFocused();
  expect(await organiser.taken(id)).toBeLessThanOrEqual(1);
  await openPart(page, 'Machine');
  await expect(page.getByRole('region', { name: 'CHANGES' })).toContainText('Burst removed');

  await part.getByRole('button', { name: 'Undo' }).click();
  await expect(part.getByText(/^4[01] things came back\.$/)).toBeVisible();
  expect(await organiser.taken(id)).toBe(PHONES + 1);
  await expect(named).toBeVisible();

  await test.step('a pause stops a phone, and resuming lets it register', async () => {
    const paused = await organiser.addEvent({ title: unique('Paused') });
    await part.getByRole('button', { name: 'Pause registration' }).click();
    await expect(part.getByText('PAUSED')).toBeVisible();
    await openTab(page, 'Overview');
    const warning = attention.filter({ hasText: 'Registration is paused' });
    await warning.getByRole('link', { name: 'Limits' }).click();
    await expect(part.getByRole('button', { name: 'Resume registration' })).toBeInViewport();

    const phone = await otherPage();
    await register(phone, await openCard(phone, paused.title), 'Rosa');
    await expect(phone.getByText('New places, accounts and games are paused for a moment.').first()).toBeVisible();
    expect(await organiser.taken(paused.id)).toBe(0);

    await part.getByRole('button', { name: 'Resume registration' }).click();
    await expect(part.getByText('OPEN', { exact: true })).toBeVisible();
    await dialog(phone, 'Register for Event').getByRole('button', { name: 'Confirm' }).click();
    await expectToast(phone, 'Success!', "You've been registered for the event.");
    expect(await organiser.taken(paused.id)).toBe(1);
  });
});
