import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import { ActButton, useAct } from '#features/access/web/act.tsx';
import { useAdminMode } from '#features/access/web/state.ts';
import { UnlockFirst } from '#features/access/web/UnlockFirst.tsx';
import { useAllEvents } from '#features/events/web/state.ts';
import { isolated } from '#platform/names.ts';
import { cardDate, clockTime, relativeTime, tickerTime } from '#platform/time.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { Pending } from '#platform/web/ui/loading.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { freeDevice, Helper, stopHelper } from '../contract.ts';
import { devicesWords, isTooShort, roleWords, whereWords } from '../rules.ts';
import { helpersQuery } from './state.ts';

const NewHelperDialog = onDemand(() => import('./NewHelperDialog.tsx').then((module) => module.NewHelperDialog));
const ExtendDialog = onDemand(() => import('./ExtendDialog.tsx').then((module) => module.ExtendDialog));

/** Everybody who helps by a link: who, where, until when, last used; add and stop. */
export function HelpersCard({ zone }: { zone: string }) {
  const adding = useDialog();
  return (
    <>
      <Helpers zone={zone} onAdd={() => adding.open()} />
      {/* Outside of what a session that has ended hides: its link is shown only once. */}
      {adding.show(() => (
        <NewHelperDialog zone={zone} onClose={adding.close} />
      ))}
    </>
  );
}

function Helpers({ zone, onAdd }: { zone: string; onAdd: () => void }) {
  const { on } = useAdminMode();
  const { data: helpers, isError, refetch } = useQuery({ ...helpersQuery, enabled: on });
  if (!on) {
    return (
      <UnlockFirst
        icon={<LifeBuoy />}
        to="see the helpers"
        text="Here you give somebody a door, a table of judges or an event, without the password."
      />
    );
  }
  if (helpers === undefined)
    return <Pending what="helpers" failed={isError} retry={refetch} count={2} className="h-20 rounded-2xl" />;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line px-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-3 py-4">
        <p className="max-w-prose text-pretty text-mute">
          {helpers.length === 0
            ? 'A helper gets a link instead of the password. It opens one desk, and you can stop it any time.'
            : 'Each link opens one desk, on three phones at most.'}
        </p>
        <Button tone="sea" onClick={onAdd}>
          Add a helper
        </Button>
      </div>
      {helpers.length > 0 && (
        <ul className="divide-y divide-line">
          {helpers.map((helper) => (
            <HelperRow key={helper.id} helper={helper} zone={zone} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function HelperRow({ helper, zone }: { helper: Helper; zone: string }) {
  const now = useNow();
  const { data: events = [] } = useAllEvents();
  const extending = useDialog();
  const { name, role, endsAt, devices, eventId } = helper;
  const where = whereWords(helper, (id) => events.find((event) => event.id === id)?.title);
  const isOver = endsAt <= now;
  const isShort = isTooShort(
    endsAt,
    events.find(({ id }) => id === eventId),
  );
  return (
    <li className="grid gap-x-4 gap-y-2.5 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="[overflow-wrap:anywhere]">
          {roleWords(role)} · {isolated(where)}
        </p>
        <p className="text-[0.9375rem] text-mute">
          {isOver ? 'Ended' : 'Until'} {cardDate(endsAt, zone)}, {clockTime(endsAt, zone)}
          {devices.length === 0 && ` · ${devicesWords(0)}`}
        </p>
        {isShort && <p className="text-[0.9375rem] font-semibold text-sun">It ends before the event does.</p>}
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button aria-label={`Extend ${name}`} onClick={() => extending.open()}>
          Extend
        </Button>
        <StopButton helper={helper} />
      </div>
      {devices.length > 0 && <Devices helper={helper} zone={zone} />}
      {extending.show(() => (
        <ExtendDialog helper={helper} zone={zone} onClose={extending.close} />
      ))}
    </li>
  );
}

/** Where the desk is open: a lost phone is freed for another. */
function Devices({ helper: { name, devices }, zone }: { helper: Helper; zone: string }) {
  const now = useNow();
  const free = useAct((id: string) => request<typeof freeDevice>('DELETE /api/desks/{id}', { params: { id } }), {
    fails: 'The phone could not be freed. Please try again.',
    busy: 'A phone is being freed.',
    done: () => showToast({ title: 'Phone freed', description: 'The link opens on another one.' }),
  });
  return (
    <details className="group sm:col-span-2">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-[0.9375rem] text-mute hover:text-ink">
        <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
        {devicesWords(devices.length)}
      </summary>
      <ul className="grid gap-1">
        {devices.map(({ id, openedAt, lastUsedAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-[0.9375rem]">
            <span>
              Opened {tickerTime(openedAt, zone)} · last used{' '}
              <time dateTime={lastUsedAt}>{relativeTime(lastUsedAt, now)}</time>
            </span>
            <ActButton
              act={free}
              of={id}
              tone="ghost"
              aria-label={`Free ${name}’s phone, opened ${tickerTime(openedAt, zone)}`}
            >
              Free
            </ActButton>
          </li>
        ))}
      </ul>
    </details>
  );
}

function StopButton({ helper: { id, name } }: { helper: Helper }) {
  const stop = useAct(() => request<typeof stopHelper>('DELETE /api/helpers/{id}', { params: { id } }), {
    fails: 'The link could not be stopped. Please try again.',
    busy: 'The link is being stopped.',
    done: () => showToast({ title: 'Link stopped', description: `${isolated(name)}’s desk is closed.` }),
  });
  return (
    <ActButton act={stop} aria-label={`Stop ${name}`}>
      {stop.isBusy ? 'Stopping...' : 'Stop'}
    </ActButton>
  );
}
