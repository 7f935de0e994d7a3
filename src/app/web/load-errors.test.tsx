/** What a screen says when its list did not load, and when it has loaded an empty one. */
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { BracketDialog } from '#features/brackets/web/BracketDialog.tsx';
import { BracketDesk } from '#features/brackets/web/desk/BracketDesk.tsx';
import { SubscribeDialog } from '#features/calendar/web/SubscribeDialog.tsx';
import { PosterSheets } from '#features/check-in/web/Poster.tsx';
import { AdminPage } from '#features/dashboard/web/AdminPage.tsx';
import { EventControl } from '#features/events/web/EventControl.tsx';
import { ManageEvents } from '#features/events/web/ManageEvents.tsx';
import { DetailsPage } from '#features/festival/web/DetailsPage.tsx';
import { TopGunPage } from '#features/festival/web/TopGunPage.tsx';
import { HomePage } from '#features/home/web/HomePage.tsx';
import { InventoryPage } from '#features/inventory/web/InventoryPage.tsx';
import { BadgeWordCard } from '#features/limits/web/BadgeWordCard.tsx';
import { RegistrationsPanel } from '#features/limits/web/RegistrationsPanel.tsx';
import { ManageUsers } from '#features/people/users/web/ManageUsers.tsx';
import { ScoreboardPage } from '#features/points/scores/web/ScoreboardPage.tsx';
import { UploadHistory } from '#features/points/scores/web/UploadHistory.tsx';
import { PointsList } from '#features/points/web/PointsDialog.tsx';
import { StaffLine } from '#features/waiting/web/StaffLine.tsx';
import { answerCalls, renderInPage, shownFestival } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';

const ZONE = 'America/New_York';
const cup = shownEvent({ tournamentType: 'single-elimination', waiting: 2, currentRegistrations: 16 });
const desk = { event: cup, zone: ZONE, usePlaces: () => [] };

const EVENTS = 'GET /api/events';
const USERS = 'GET /api/users';
const FESTIVAL = 'GET /api/festival';
const CHANGES = 'GET /api/admin/audit?checkIns=apart';
const PLACES = 'GET /api/admin/registrations';
const MATCHES = 'GET /api/matches?eventId=catan';
const CALENDAR = 'GET /api/calendar/subscription';
const CODE = 'GET /api/events/catan/qr-code';
const noRegistrations = { paused: false, badgeWord: null, wordFrom: 'none', bursts: [], removals: [] };
const subscription = { address: 'https://fest.example/a.ics', qrCode: 'data:,' };
const EMPTY = {
  'GET /api/admin/sample': { sample: false },
  'GET /api/admin/check-ins': [],
  [PLACES]: noRegistrations,
  'GET /api/names/my': [],
  'GET /api/users/my': [],
  'GET /api/inventory/mine': [],
  [EVENTS]: [],
  [USERS]: [],
  'GET /api/admin/users': [],
};

it.each<[title: string, call: string, loaded: string, screen: () => ReactNode, body?: object]>([
  ['The events didn’t load', EVENTS, 'No events found', () => <HomePage zone={ZONE} />],
  ['The events didn’t load', EVENTS, 'No events yet', () => <EventControl zone={ZONE} bracket={() => null} />],
  ['The events didn’t load', EVENTS, 'No events yet', () => <ManageEvents zone={ZONE} several={() => null} />],
  ['The changes didn’t load', CHANGES, 'Nothing has been changed yet', () => <AdminPage zone={ZONE} />],
  ['The details didn’t load', FESTIVAL, 'Games.', () => <DetailsPage />, shownFestival],
  ['The missions didn’t load', FESTIVAL, '0 of 0 done', () => <TopGunPage />, shownFestival],
  ['The users didn’t load', USERS, 'No users yet', () => <ManageUsers onHandOver={() => undefined} />],
  ['The scores didn’t load', USERS, 'No scores yet. Be the first to compete!', () => <ScoreboardPage zone={ZONE} />],
  ['The uploads didn’t load', 'GET /api/bulk-uploads', 'No uploads yet', () => <UploadHistory zone={ZONE} />],
  ['The points didn’t load', 'GET /api/users/u1/points', 'No points yet.', () => <PointsList userId="u1" name="Jo" />],
  ['The games didn’t load', 'GET /api/inventory', 'No games in inventory yet', () => <InventoryPage />],
  ['The registrations didn’t load', PLACES, 'OPEN', () => <RegistrationsPanel zone={ZONE} />, noRegistrations],
  ['The badge word didn’t load', PLACES, 'Badge word', () => <BadgeWordCard />, noRegistrations],
  [
    'The waiting list didn’t load',
    'GET /api/admin/events/catan/waiting',
    'Waiting list',
    () => <StaffLine event={cup} />,
  ],
  ['The bracket didn’t load', MATCHES, 'No bracket yet', () => <BracketDialog event={cup} onClose={() => undefined} />],
  ['The bracket didn’t load', MATCHES, 'No bracket yet', () => <BracketDesk {...desk} />],
  ['The address didn’t load', CALENDAR, 'Copy', () => <SubscribeDialog onClose={() => undefined} />, subscription],
  [
    'The check-in codes didn’t load',
    CODE,
    cup.title,
    () => <PosterSheets events={[cup]} zone={ZONE} />,
    { qrCode: 'data:,' },
  ],
])(
  'says "%s" when %s fails, and reads again on request until it says "%s"',
  async (title, call, loaded, show, body = []) => {
    let fails = true;
    const empty = Object.fromEntries(Object.entries(EMPTY).map(([other, rows]) => [other, () => ({ body: rows })]));
    answerCalls({ ...empty, [call]: () => (fails ? { status: 503 } : { body }) });
    renderInPage(show(), { at: call === CHANGES ? '/admin/setup#machine' : '/', admin: true });
    await screen.findByText(title);
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findAllByText(loaded);
    expect(screen.queryByText(title)).toBeNull();
  },
);
