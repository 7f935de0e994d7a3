import ICAL from 'ical.js';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { dialog, openCard, register } from './screen.ts';

const titlesIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one).summary);

onPhone(() => {
  test('two taps add an event to the calendar, a card has a link of its own once there is a place, and my schedule is subscribed to', async ({
    page,
    organiser,
    request,
  }) => {
    const { title } = await organiser.addEvent({ title: unique('Sandbar solitaire') });
    const found = await openCard(page, title);
    await test.step('two taps add an event to the calendar', async () => {
      await found.getByRole('link', { name: title }).tap();
      const link = dialog(page, title).getByRole('link', { name: 'Add to calendar' });
      const saved = page.waitForEvent('download');
      await link.tap();
      expect((await saved).url()).toMatch(/\/calendar\/events\/.+\.ics$/);
      const answer = await request.get((await link.getAttribute('href')) ?? '');
      expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8');
      expect(titlesIn(await answer.text())).toEqual([title]);
    });

    await test.step('a card of an event with a place has a calendar link of its own', async () => {
      await page.keyboard.press('Escape');
      await expect(found.getByRole('link', { name: 'Add to calendar' })).toHaveCount(0);
      await register(page, found, 'Rosa');
      await expect(found.getByRole('link', { name: 'Add to calendar' })).toHaveAccessibleDescription(title);
      // Details have one already, in words.
      await found.getByRole('link', { name: title }).tap();
      await expect(dialog(page, title).getByText('Places of this device')).toBeVisible();
      await expect(dialog(page, title).getByRole('link', { name: 'Add to calendar' })).toHaveCount(1);
    });

    await test.step('my schedule is subscribed to at an address that can be replaced', async () => {
      await page.goto('/schedule');
      await page.getByRole('button', { name: 'Put into my calendar' }).tap();
      const asked = dialog(page, 'Put my schedule into my calendar');
      const open = asked.getByRole('link', { name: 'Open in my calendar app' });
      await expect(open).toHaveAttribute('href', /^webcal:\/\//);
      await expect(asked.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
      const field = asked.getByLabel('Or add this address by hand');
      const first = await field.inputValue();
      // A calendar app has no cookies.
      const feed = await request.get(first);
      expect(titlesIn(await feed.text())).toEqual([title]);
      const known = { 'if-none-match': feed.headers().etag ?? '' };
      expect((await request.get(first, { headers: known })).status()).toBe(304);
      await asked.getByRole('button', { name: 'New address' }).tap();
      await asked.getByRole('button', { name: 'Yes, make a new address' }).tap();
      await expect(field).not.toHaveValue(first);
      expect((await request.get(first)).status()).toBe(404);
      expect(titlesIn(await (await request.get(await field.inputValue())).text())).toEqual([title]);
    });
  });
});
