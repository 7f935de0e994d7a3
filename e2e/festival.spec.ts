import { expect, onPhone, test } from './journey.ts';

onPhone(() => {
  test('a mission waits for hydration, and the progress never covers it', async ({ page }) => {
    await test.step('a mission cannot be ticked before hydration, when the tick would be lost', async () => {
      let open = () => {};
      const late = new Promise<void>((resolve) => (open = resolve));
      await page.route('**/assets/*.js', async (route) => {
        await late;
        await route.continue();
      });
      await page.goto('/top-gun', { waitUntil: 'commit' });
      const first = page.getByRole('checkbox').first();
      await expect(first).toBeDisabled();
      open();
      await first.click();
      await expect(page.getByText('1 of 42 done')).toBeVisible();
      await page.reload();
      await expect(first).toBeChecked();
    });

    await test.step('the progress never covers the focused mission', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/top-gun');
      await expect(page.getByRole('checkbox').last()).toBeEnabled();
      await page.getByRole('checkbox').last().focus();
      const covered: string[] = [];
      for (let step = 0; step < 41; step += 1) {
        await page.keyboard.press('Shift+Tab');
        const told = await page.evaluate(() => {
          const bar = document.querySelector('.mission-progress')?.getBoundingClientRect();
          const box = document.activeElement?.getBoundingClientRect();
          return bar !== undefined && box !== undefined && box.top >= bar.bottom
            ? null
            : document.activeElement?.outerHTML;
        });
        if (told !== null) covered.push(`${step}: ${told}`);
      }
      expect(covered).toEqual([]);
      await expect(page.getByRole('checkbox').first()).toBeFocused();
    });
  });
});
