import { asName, HOSTILE } from './hostile-festival.ts';
import { expect, onPhone, test } from './journey.ts';
import { dialog, expectToast, fillRsvp } from './screen.ts';

const unescaped = (html: string): string =>
  html.replace(/&(lt|gt|amp|quot|#39|#x27);/g, (_, name: string) => {
    const characters: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", '#x27': "'" };
    return characters[name] ?? '';
  });

onPhone(() => {
  test('typed text stays text in dialogs, toasts and the document head', async ({ page, organiser, request }) => {
    const text = Object.values(HOSTILE).join(' ').slice(0, 110);
    const name = asName(HOSTILE['the end of a script']);
    const { id, title } = await organiser.addEvent({ title: text, description: text, location: text, host: name });
    const html = await (await request.get(`/?event=${id}`)).text();
    expect(unescaped(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')).toBe(`${title} · Oceanfront Games Festival`);
    expect(html.match(/<script/g)).toHaveLength(3);

    await page.goto(`/?event=${id}`);
    await expect(page).toHaveTitle(`${title} · Oceanfront Games Festival`);
    const details = page.getByRole('dialog').filter({ hasText: 'spots remaining' });
    await expect(details.getByRole('heading', { level: 2 })).toHaveText(title);
    await details.getByRole('button', { name: 'RSVP' }).click();
    await expect(dialog(page, 'Register for Event')).toContainText(title);
    await fillRsvp(page, name);
    await expectToast(page, 'Success!', "You've been registered for the event.");
    const mine = details.getByRole('region', { name: 'Registered on this device' });
    await expect(mine).toContainText(name);
    await mine.getByRole('button', { name: 'Cancel my place' }).click();
    await expect(mine).toContainText(`Give up ${name}’s place?`);
    await mine.getByRole('button', { name: 'Yes, cancel it' }).click();
    await expectToast(page, 'Place cancelled', `${name} no longer has a place in ${title}.`);
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  });
});

test('a hostile address stays text', async ({ page, request }) => {
  const attack = '</script><script>window.hit=1</script>';
  for (const query of [`q=${attack}`, `event=${attack}`, `type=${attack}`, '__proto__=1', `q=${'%00'}`]) {
    const address = `/?${query.includes('%') ? query : encodeURI(query)}`;
    expect((await request.get(address)).status()).toBe(200);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeAttached();
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  }
});
