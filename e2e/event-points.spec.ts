import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { dialog, openUnlocked } from './screen.ts';

onPhone(() => {
  test('shows the points of a tournament before it is completed, takes them back, and asks after a correction', async ({
    page,
    organiser,
    request: phone,
  }) => {
    const title = unique('Catan Cup');
    const { id } = await organiser.addEvent({
      ...{ title, capacity: 4, tournamentType: 'single-elimination', startTime: new Date().toISOString() },
      points: { places: [10, 5], takingPart: 1 },
    });
    const [rosa, gus] = [unique('Rosa'), unique('Gus')];
    const account = (await (await phone.post('/api/users', { data: { name: rosa } })).json()) as { id: string };
    await phone.post('/api/rsvps', { data: { eventId: id, playerName: rosa } });
    await page.context().addCookies([await organiser.session()]);
    for (const { id: place } of await organiser.staffList(id)) await page.request.put(`/api/rsvps/${place}/check-in`);
    await organiser.addWalkIn(id, gus);
    await organiser.drawBracket(id);
    await organiser.changeStatus(id, 'in-progress');
    const [final] = await organiser.matches(id);
    const isFirst = final?.player1?.name === rosa;
    const expectPoints = (points: number) =>
      expect
        .poll(async () => (await organiser.points(account.id)).reduce((sum, entry) => sum + (entry.points ?? 0), 0))
        .toBe(points);
    const score = (rosas: number, others: number) =>
      page.request.patch(`/api/matches/${final?.id}/score`, {
        data: { player1Score: isFirst ? rosas : others, player2Score: isFirst ? others : rosas },
      });
    await score(2, 1);

    await openUnlocked(page, organiser, `/admin/events/${id}?part=bracket`);
    await page.getByRole('button', { name: `Complete Event: ${title}` }).click();
    const asked = dialog(page, 'Complete Event');
    const lines = asked.getByRole('list', { name: 'Points it gives' }).getByRole('listitem');
    await expect(lines.filter({ hasText: rosa })).toContainText(`1st in ${title}`);
    await expect(lines.filter({ hasText: gus })).toContainText('none: their phone has no account of that name');
    await expectNothingSerious(page);
    await asked.getByRole('button', { name: 'Complete Event' }).click();
    await expect(asked).toHaveCount(0);

    await expectPoints(11);

    await page.getByRole('button', { name: `Undo: put ${title} back in progress` }).click();
    await expectPoints(0);
    await page.getByRole('button', { name: `Complete Event: ${title}` }).click();
    await dialog(page, 'Complete Event').getByRole('button', { name: 'Complete Event' }).click();
    await expectPoints(11);

    await score(1, 2);
    await expect(page.getByText(`Change the points, too? By the standings now: ${rosa} 11 → 6.`)).toBeVisible();
    await expectNothingSerious(page);
    await page.getByRole('button', { name: 'Give these points' }).click();
    await expect(page.getByRole('region', { name: 'Points given' })).toHaveCount(0);
    await expectPoints(6);
  });
});
