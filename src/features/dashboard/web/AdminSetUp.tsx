import { useQuery } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SessionsCard } from '#features/access/web/SessionsCard.tsx';
import { useAdminMode } from '#features/access/web/state.ts';
import { BringIn, TakeAlong } from '#features/archive/web/ArchiveCard.tsx';
import { AuditList } from '#features/audit/web/AuditList.tsx';
import { useAllEvents } from '#features/events/web/state.ts';
import { FactsCard } from '#features/festival/web/FactsCard.tsx';
import { useFestival } from '#features/festival/web/queries.ts';
import { Hero } from '#features/home/web/Hero.tsx';
import { BadgeWordCard } from '#features/limits/web/BadgeWordCard.tsx';
import { registrationsQuery } from '#features/limits/web/queries.ts';
import { RegistrationsPanel } from '#features/limits/web/RegistrationsPanel.tsx';
import { ClockForm, useIsRehearsal } from '#features/operations/rehearsal/web/ClockPart.tsx';
import { ImportAttendees } from '#features/people/badges/web/ImportAttendees.tsx';
import { RoomsCard } from '#features/rooms/web/RoomsCard.tsx';
import { picturesQuery } from '#features/screens/pictures/web/queries.ts';
import { HelpersCard } from '#features/staff/web/HelpersCard.tsx';
import { helpersQuery } from '#features/staff/web/state.ts';
import { clockTime } from '#platform/time.ts';
import { useNow } from '#platform/web/clock.tsx';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { buttonClass } from '#platform/web/ui/button.tsx';
import {
  badgeWordState,
  helpersState,
  machineState,
  programmeState,
  registrationsState,
  roomsState,
} from '../rules.ts';
import { AdminFold, AdminPart } from './AdminPart.tsx';
import { useWarnings } from './parts/warnings.ts';

const HandOver = onDemand(() => import('#features/archive/web/HandOver.tsx').then((module) => module.HandOver));

const HERO = <Hero onRegister={() => undefined} />;

/** What is not of today, in order of time, each part behind the line that says its state. */
export function AdminSetUp({ zone }: { zone: string }) {
  const { on } = useAdminMode();
  const festival = useFestival();
  const { name, dates, place } = festival;
  const { data: pictures } = useQuery({ ...picturesQuery, enabled: on });
  const { data: events } = useAllEvents();
  const { data: helpers } = useQuery({ ...helpersQuery, enabled: on });
  const { data: registrations } = useQuery({ ...registrationsQuery, enabled: on });
  const now = useNow();
  const isRehearsal = useIsRehearsal();
  const { ofMachine } = useWarnings(zone);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <h2 className="font-display text-3xl leading-none uppercase">Set up</h2>
      <Group id="before" title="BEFORE">
        <AdminFold id="festival" title="Facts and missions" state={`${name}, ${dates}, ${place}`}>
          <FactsCard hero={HERO} />
        </AdminFold>
        <AdminFold id="rooms" title="Rooms and map" state={roomsState(festival, pictures)}>
          <RoomsCard />
        </AdminFold>
        <AdminFold id="programme" title="Programme and attendees" state={events && programmeState(events, now)}>
          <BringIn zone={zone}>
            <ImportAttendees />
          </BringIn>
        </AdminFold>
        <AdminFold id="helpers" title="Helpers" state={helpers && helpersState(helpers, now)}>
          <HelpersCard zone={zone} />
        </AdminFold>
        <AdminFold
          id="printing"
          title="Printing"
          state="Posters, room doors, programme, rosters, brackets, badges, numbers"
        >
          <Link to="/print" className={`justify-self-start ${buttonClass()}`}>
            <Printer aria-hidden="true" />
            Print sheets
          </Link>
        </AdminFold>
      </Group>
      <Group id="during" title="DURING">
        <AdminFold id="badges" title="Badges" state={registrations && badgeWordState(registrations)}>
          <BadgeWordCard />
        </AdminFold>
        <AdminFold id="registrations" title="Limits" state={registrations && registrationsState(registrations)}>
          <RegistrationsPanel zone={zone} />
        </AdminFold>
        {isRehearsal && (
          <AdminFold id="rehearsal" title="Rehearsal" state={`The clock shows ${clockTime(now, zone)}`}>
            <LazyBoundary onMissing={() => undefined}>
              <ClockForm zone={zone} />
            </LazyBoundary>
          </AdminFold>
        )}
      </Group>
      <Group id="after" title="AFTER">
        <AdminFold id="take-along" title="Take along" state="Tables of all lists, and the whole festival as a file">
          <TakeAlong zone={zone} />
        </AdminFold>
        <AdminFold id="hand-over" title="Hand over" state="Take everything along, erase the people, next year">
          <LazyBoundary onMissing={() => undefined}>
            <HandOver />
          </LazyBoundary>
        </AdminFold>
        <AdminFold id="machine" title="Machine" state={machineState(ofMachine)} holds={MACHINE}>
          {ofMachine.length > 0 && (
            <ul aria-label="For the person who installed the program" className="card divide-y divide-line px-4">
              {ofMachine.map(({ id, text }) => (
                <li key={id} className="py-2.5 text-pretty [overflow-wrap:anywhere]">
                  {text}
                </li>
              ))}
            </ul>
          )}
          <AdminPart id="sessions" title="ADMIN SESSIONS" as="h4">
            <SessionsCard />
          </AdminPart>
          <AdminPart id="changes" title="CHANGES" as="h4">
            <AuditList zone={zone} />
          </AdminPart>
        </AdminFold>
      </Group>
    </div>
  );
}

const MACHINE = ['sessions', 'changes'] as const;

const Group = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="border-b border-line">
    <h3 id={id} className="mb-2.5 font-display text-2xl leading-none text-sun">
      {title}
    </h3>
    {children}
  </section>
);
