import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { openUnlocked } from './screen.ts';

onPhone(() => {
  test('somebody keeps a place before the start, another who does not come loses it to the line, and comes late', async ({
    page,
    otherPage,
    organiser,
    trouble,
  }) => {
    // Somebody who is late finds no free place.
    trouble.expect(/status of 409/);
    const [rosa, mo, wanda] = [unique('Rosa'), unique('Mo'), unique('Wanda')];
    const soon = new Date(Date.now() + 4 * 60_000).toISOString();
    const { id: later } = await organiser.addEvent({ title: unique('Azul'), releaseAfter: 10, startTime: soon });
    const { id } = await organiser.addEvent({
      ...{ title: unique('Train games'), capacity: 2, startTime: new Date(Date.now() - 60_000).toISOString() },
    });
    const open = () => otherPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    const [phone, late, waiting] = [await open(), await open(), await open()];
    for (const eventId of [later, id]) await phone.request.post('/api/rsvps', { data: { eventId, playerName: rosa } });
    await late.request.post('/api/rsvps', { data: { eventId: id, playerName: mo } });
    await waiting.request.post('/api/waiting', { data: { eventId: id, playerName: wanda } });

    await phone.goto('/schedule');
    await phone.getByRole('button', { name: 'I am coming' }).click();
    await expect(phone.getByText(/kept a quarter of an hour longer/)).toBeVisible();
    await expectNothingSerious(phone);

    await late.goto('/schedule');
    await waiting.goto('/schedule');
    await openUnlocked(page, organiser, `/admin/events/${id}`);
    const [place] = (await organiser.staffList(id)).filter(({ playerName }) => playerName === rosa);
    await page.request.put(`/api/rsvps/${place?.id}/check-in`);
    await page.getByRole('button', { name: 'Give 1 place to the line' }).click();
    await expectNothingSerious(page);
    await expect(waiting.getByText(new RegExp(`${wanda} has a place in`)).first()).toBeVisible();
    await expect(late.getByText(/was given to the line/).first()).toBeVisible();
    const released = page.getByRole('list', { name: 'Given to the line' });
    await released.getByRole('button', { name: `Check in ${mo}` }).click();
    await expect(page.getByText(/no place is free now/).first()).toBeVisible();
    await organiser.editEvent(id, { capacity: 3 });
    await released.getByRole('button', { name: `Check in ${mo}` }).click();
    await expect(released).toHaveCount(0);
    await expect(late.getByText('CHECKED IN')).toBeVisible();
  });
});
