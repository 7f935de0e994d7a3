import ICAL from 'ical.js';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { card, dialog, openCard, register } from './screen.ts';

const titlesIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one).summary);

onPhone(() => {
  test('two taps add an event to the calendar; a card has a link of its own once there is a place', async ({
    page,
    organiser,
    request,
  }) => {
    await test.step('two taps add an event to the calendar', async () => {
      const { title } = await organiser.addEvent({ title: unique('Sandbar solitaire') });
      const found = await openCard(page, title);
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
      const { title } = await organiser.addEvent({ title: unique('Conch chess') });
      const found = await openCard(page, title);
      await expect(found.getByRole('link', { name: 'Add to calendar' })).toHaveCount(0);
      await register(page, found, 'Rosa');
      await expect(found.getByRole('link', { name: 'Add to calendar' })).toHaveAccessibleDescription(title);
      // Details have one already, in words.
      await found.getByRole('link', { name: title }).tap();
      await expect(dialog(page, title).getByText('Registered on this device')).toBeVisible();
      await expect(dialog(page, title).getByRole('link', { name: 'Add to calendar' })).toHaveCount(1);
    });
  });

  test('my schedule is subscribed to at an address that can be replaced', async ({ page, organiser, request }) => {
    const { title } = await organiser.addEvent({ title: unique('Tidal tarock') });
    await register(page, await openCard(page, title), 'Rosa');
    await expect(card(page, title).getByRole('button', { name: 'REGISTERED' })).toBeVisible();
    await page.goto('/schedule');
    await page.getByRole('button', { name: 'Subscribe' }).tap();
    const asked = dialog(page, 'Subscribe to my schedule');
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

  test('my schedule marks overlaps and leads from free time to what fits', async ({ page, organiser }) => {
    const at = (hour: string) => `2031-03-05T${hour}:00Z`;
    const place = unique('Jetty');
    const chess = await organiser.addEvent({ title: unique('Chess'), location: place, startTime: at('15:00') });
    const rummy = await organiser.addEvent({ title: unique('Rummy'), location: place, startTime: at('16:00') });
    const late = await organiser.addEvent({ title: unique('Late go'), location: place, startTime: at('20:00') });
    const fits = await organiser.addEvent({ title: unique('Fits'), location: place, startTime: at('18:00') });
    await organiser.addEvent({ title: unique('Too long'), location: place, startTime: at('19:00') });
    await page.goto(`/?q=${encodeURIComponent(place)}`);
    for (const { title } of [chess, late]) await register(page, card(page, title), 'Rosa');
    await card(page, rummy.title).getByRole('button', { name: 'RSVP' }).tap();
    const form = dialog(page, 'Register for Event');
    await form.getByLabel('Player Name').fill('rosa');
    await expect(form.getByText(`You are in ${chess.title} until 11:30 AM.`)).toBeVisible();
    await form.getByRole('button', { name: 'Confirm' }).tap();
    await expect(form).toBeHidden();
    await page.goto('/schedule');
    await expect(card(page, rummy.title)).toContainText(`Overlaps with ${chess.title}, 10:00 AM`);
    await expect(card(page, chess.title)).toContainText(`Overlaps with ${rummy.title}, 11:00 AM`);
    await page.getByRole('link', { name: 'What fits 12:30–3:00 PM' }).tap();
    await expect(page).toHaveURL('/?seats=yes&fits=20310305T1730Z-20310305T2000Z#events');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(card(page, fits.title)).toBeVisible();
  });
});
