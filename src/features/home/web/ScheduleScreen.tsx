/**
 * My schedule: places (rsvps) with calendars, lines (waiting), the next match (brackets), what changed (notices) and links
 * to the programme.
 */
import { useQuery } from '@tanstack/react-query';
import BellRing from 'lucide-react/icons/bell-ring';
import CalendarSync from 'lucide-react/icons/calendar-sync';
import SmartphoneNfc from 'lucide-react/icons/smartphone-nfc';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { MyReport } from '#features/brackets/reports/web/MyReport.tsx';
import { MyCallList, NextMatch } from '#features/brackets/web/NextMatch.tsx';
import { AddToCalendar } from '#features/calendar/web/AddToCalendar.tsx';
import { JoinHere } from '#features/devices/web/JoinForm.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import type { Between } from '#features/events/rules/filters.ts';
import { MyStars } from '#features/events/stars/web/MyStars.tsx';
import { starsQuery } from '#features/events/stars/web/queries.ts';
import type { Notice } from '#features/news/notices/contract.ts';
import { cancelledEvents } from '#features/news/notices/rules.ts';
import { CancelledEvents, ChangeMark, NoticeList, useNews } from '#features/news/notices/web/NoticeList.tsx';
import { REMIND, SUBSCRIBE, useReminders } from '#features/news/push/web/state.ts';
import { myAccountsQuery } from '#features/people/users/web/state.ts';
import { MyNumbers } from '#features/queue/web/Numbers.tsx';
import { useMyNumbers } from '#features/queue/web/queries.ts';
import { MyFeedback } from '#features/rsvps/feedback/web/MyFeedback.tsx';
import { Coming } from '#features/rsvps/no-shows/web/Coming.tsx';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import { type NextFor, SchedulePage } from '#features/rsvps/web/SchedulePage.tsx';
import { useMyEntries } from '#features/waiting/web/queries.ts';
import { WaitingLines } from '#features/waiting/web/WaitingLines.tsx';
import { changeQuery } from '#platform/web/change-query.ts';
import { useNow } from '#platform/web/clock.tsx';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { Tool } from '#platform/web/ui/button.tsx';
import { programmeAddress } from './parts/home-address.ts';

const AnotherDeviceDialog = onDemand(() =>
  import('#features/devices/web/AnotherDeviceDialog.tsx').then((module) => module.AnotherDeviceDialog),
);
const RemindDialog = onDemand(() =>
  import('#features/news/push/web/RemindDialog.tsx').then((module) => module.RemindDialog),
);
const SubscribeDialog = onDemand(() =>
  import('#features/calendar/web/SubscribeDialog.tsx').then((module) => module.SubscribeDialog),
);

/** What still takes people in a free stretch of time. */
const fitAddress = (fits: Between): string =>
  `${programmeAddress({ type: null, day: null, part: 1, seats: 1, fits })}#events`;

const offer = (event: FestivalEvent) => event.status !== 'completed' && <AddToCalendar event={event} iconOnly />;

export function ScheduleScreen({ zone }: { zone: string }) {
  const [open, setOpen] = useState<'subscribe' | 'device' | 'remind' | null>(null);
  const close = () => {
    setOpen(null);
    if (asked.has(REMIND) || asked.has(SUBSCRIBE)) forgetAsked();
  };
  const asked = new URLSearchParams(useSearch());
  const forgetAsked = () => changeQuery({ [REMIND]: null, [SUBSCRIBE]: null }, { replace: true });
  const reminders = useReminders();
  const { data: stars = [] } = useQuery(starsQuery);
  const { data: accounts = [] } = useQuery(myAccountsQuery);
  const owns = useMyEntries().length + useMyNumbers().length + stars.length + accounts.length > 0;
  const { data: places = [] } = useQuery(myRsvpsQuery);
  const held = places.map(({ eventId }) => eventId);
  const news = useNews();
  const now = useNow();
  const next: NextFor = (event, rsvp, named) =>
    !event.bracketDrawn ? (
      <Coming event={event} rsvp={rsvp} />
    ) : (
      <>
        <NextMatch eventId={event.id} entrantId={rsvp.id} name={named ? rsvp.playerName : undefined} />
        <MyReport event={event} entrantId={rsvp.id} />
      </>
    );
  const changed = (event: FestivalEvent) => <ChangeMark eventId={event.id} notices={news.shown} zone={zone} />;
  const changes = news.all
    ? {
        news: <NoticeList news={news} zone={zone} />,
        cancelled: cancelledList(cancelledEvents(news.all, { zone, now }), zone),
      }
    : null;
  return (
    <>
      <SchedulePage
        zone={zone}
        next={next}
        changed={changed}
        offer={offer}
        called={
          <>
            <MyCallList />
            {reminders.haveEnded && (
              <p role="status" className="font-semibold text-coral">
                Reminders on this phone have ended.{' '}
                {reminders.mayAsk
                  ? 'Turn them on again.'
                  : 'This browser blocks them: put your places into your calendar.'}
              </p>
            )}
          </>
        }
        tools={
          <>
            <Tool
              icon={<CalendarSync aria-hidden="true" />}
              short="Calendar"
              words="Put into my calendar"
              onClick={() => setOpen('subscribe')}
            />
            {reminders.mayAsk && (
              <Tool
                icon={<BellRing aria-hidden="true" />}
                short="Remind me"
                words="Remind me on this phone"
                onClick={() => setOpen('remind')}
              />
            )}
            <Tool
              icon={<SmartphoneNfc aria-hidden="true" />}
              short="Another device"
              words="Use on another device"
              onClick={() => setOpen('device')}
            />
          </>
        }
        fitAddress={fitAddress}
        join={<JoinHere />}
        changes={changes}
        more={
          <>
            <MyFeedback />
            <WaitingLines zone={zone} />
            <MyNumbers />
            <MyStars zone={zone} held={held} />
          </>
        }
        owns={owns}
      />
      <LazyBoundary onMissing={close}>
        {(open === 'remind' || asked.has(REMIND)) && <RemindDialog onClose={close} />}
        {(open === 'subscribe' || asked.has(SUBSCRIBE)) && <SubscribeDialog onClose={close} />}
        {open === 'device' && <AnotherDeviceDialog onClose={close} />}
      </LazyBoundary>
    </>
  );
}

const cancelledList = (notices: readonly Notice[], zone: string) =>
  notices.length === 0 ? null : <CancelledEvents notices={notices} zone={zone} />;
