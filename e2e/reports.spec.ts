import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { openUnlocked } from './screen.ts';

onPhone(() => {
  test('two players say who won on their phones, agree or leave it to the judge, and a phone without network says it later', async ({
    page,
    otherPage,
    organiser,
    trouble,
  }) => {
    test.setTimeout(120_000);
    trouble.allow(/ERR_INTERNET_DISCONNECTED/);
    const { id } = await organiser.addEvent({
      ...{
        title: unique('Catan Cup'),
        capacity: 4,
        tournamentType: 'round-robin',
        startTime: new Date().toISOString(),
      },
    });
    const open = () => otherPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    const [rosa, wanda] = [await open(), await open()];
    const [rosaName, wandaName] = [unique('Rosa'), unique('Wanda')];
    await openUnlocked(page, organiser, '/admin/control');
    for (const [phone, playerName] of [
      [rosa, rosaName],
      [wanda, wandaName],
    ] as const)
      await phone.request.post('/api/rsvps', { data: { eventId: id, playerName } });
    await organiser.addWalkIn(id, unique('Mo'));
    for (const place of (await organiser.staffList(id)).filter(({ checkedIn }) => !checkedIn))
      await page.request.put(`/api/rsvps/${place.id}/check-in`);
    await organiser.drawBracket(id);
    await rosa.goto('/schedule');
    await wanda.goto('/scoreboard');
    const matchOf = async () =>
      (await organiser.matches(id)).find(({ players }) =>
        [rosaName, wandaName].every((name) => players.some((player) => player.name === name)),
      );
    // The others are played first, so that the two meet next.
    const own = await matchOf();
    for (const match of await organiser.matches(id))
      if (match.id !== own?.id) await organiser.enterScore(match.id, [1, 0]);

    await rosa.getByRole('button', { name: 'Say the result' }).click();
    await expectNothingSerious(rosa);
    await rosa
      .getByRole('dialog')
      .getByRole('button', { name: `${rosaName} won` })
      .click();
    await expect(rosa.getByText(/It counts when the other side says so too/)).toBeVisible();
    await expect(wanda.getByText(new RegExp(`${rosaName} says`)).first()).toBeVisible();
    await wanda.goto('/schedule');
    await wanda.getByRole('button', { name: 'No', exact: true }).click();
    await wanda
      .getByRole('dialog')
      .getByRole('button', { name: `${wandaName} won` })
      .click();
    await expect(rosa.getByText(/A judge decides/).first()).toBeVisible();

    await page.goto(`/admin/events/${id}?part=bracket`);
    const reported = page.getByRole('listitem').filter({ hasText: 'they differ' });
    await expectNothingSerious(page);
    await reported.getByRole('button', { name: new RegExp(`says ${wandaName}`) }).click();
    await expect(reported).toHaveCount(0);
    expect(await matchOf()).toMatchObject({ status: 'done', reason: 'winner' });
    await page.request.delete(`/api/matches/${own?.id}/score`);

    await expect(wanda.getByRole('button', { name: 'Say the result' })).toBeVisible();
    await wanda.context().setOffline(true);
    await wanda.getByRole('button', { name: 'Say the result' }).click();
    await wanda
      .getByRole('dialog')
      .getByRole('button', { name: `${rosaName} won` })
      .click();
    await expect(wanda.getByText(/^Waiting for network: .*sent as soon as you are online/)).toBeVisible();
    await wanda.context().setOffline(false);
    await expect(rosa.getByText(new RegExp(`${wandaName} says`)).first()).toBeVisible({ timeout: 20_000 });
    await rosa.getByRole('main').getByRole('button', { name: 'That is right' }).click();
    await expect.poll(async () => (await matchOf())?.status).toBe('done');
  });
});
