import { useQuery } from '@tanstack/react-query';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { guarded, useAdminMode } from '#features/access/web/state.ts';
import { countedOf } from '#platform/numbers.ts';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { CheckField, SearchField, SelectField } from '#platform/web/ui/field.tsx';
import { EmptyState } from '#platform/web/ui/loading.tsx';
import { LongList } from '#platform/web/ui/long-list.tsx';
import type { FestivalEvent } from '../contract.ts';
import { findEvents, type SortKey, sortEvents } from '../rules/order.ts';
import type { SeveralAct } from '../rules/several.ts';
import { DayAndRoom, useListAddress } from './parts/DayAndRoom.tsx';
import { DeletedEvent, type EventAct, ManagedEvent } from './parts/ManagedEvent.tsx';
import { EventLoading } from './StaffParts.tsx';
import { deletedEventsQuery, useAllEvents } from './state.ts';

const PlanView = onDemand(() => import('./parts/PlanView.tsx').then((m) => m.PlanView));
const CreateEventDialog = onDemand(() => import('./CreateEventDialog.tsx').then((m) => m.CreateEventDialog));
const EditEventDialog = onDemand(() => import('./EditEventDialog.tsx').then((m) => m.EditEventDialog));
const LateDialog = onDemand(() => import('./LateDialog.tsx').then((m) => m.LateDialog));
const SetPointsDialog = onDemand(() => import('./SetPointsDialog.tsx').then((m) => m.SetPointsDialog));
const DeleteEventDialog = onDemand(() => import('./DeleteEventDialog.tsx').then((m) => m.DeleteEventDialog));

type OpenDialog =
  | null
  | { readonly kind: 'create' }
  | { readonly kind: 'points' | SeveralAct; readonly events: readonly FestivalEvent[] }
  | EventAct;

const SORTS = [
  { value: 'status up', label: 'Live first' },
  { value: 'startTime up', label: 'Start, soonest first' },
  { value: 'startTime down', label: 'Start, latest first' },
  { value: 'title up', label: 'Title, A to Z' },
  { value: 'title down', label: 'Title, Z to A' },
  { value: 'eventType up', label: 'Type' },
  { value: 'host up', label: 'Host, A to Z' },
  { value: 'location up', label: 'Location, A to Z' },
  { value: 'capacity down', label: 'Capacity, largest first' },
  { value: 'capacity up', label: 'Capacity, smallest first' },
] as const satisfies readonly { value: `${SortKey} ${'up' | 'down'}`; label: string }[];

const VIEWS = [
  ['List', null],
  ['Plan', 'plan'],
] as const;

const ROW_HEIGHT = 46;

type ManageEventsProps = {
  zone: string;
  /** The dialog that does the same for several events, passed in by the app. */
  several: (act: SeveralAct, events: readonly FestivalEvent[], onClose: () => void) => ReactNode;
};

/** The tab Manage Events: find, create, edit, duplicate and delete. */
export function ManageEvents({ zone, several }: ManageEventsProps) {
  const { data: events } = useAllEvents();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const ask = (wanted: OpenDialog) => guarded(() => setDialog(wanted));
  const { q: typed, day, room, sort: sorted, view, type, settle, choose } = useListAddress();
  const sort = SORTS.find(({ value }) => value === sorted)?.value ?? SORTS[0].value;
  const q = useDeferredValue(typed);
  const [lastDeleted, setLastDeleted] = useState<string>();
  const deleted = useDeleted(events);
  const shown = useMemo(() => {
    const [key, direction] = sort.split(' ') as [SortKey, string];
    const all = [...(events ?? []), ...deleted.values()];
    return sortEvents(findEvents(all, { q, day, room }, zone), key, direction === 'down');
  }, [events, deleted, q, day, room, sort, zone]);
  const [chosenIds, setChosen] = useState<ReadonlySet<string>>(new Set());
  const select = (some: readonly FestivalEvent[]) => setChosen(new Set(some.map(({ id }) => id)));
  const present = shown.filter(({ id }) => !deleted.has(id));
  const chosen = present.filter(({ id }) => chosenIds.has(id));
  if (events === undefined) return <EventLoading />;
  const isPlan = view === 'plan' && events.length > 0;
  return (
    <section aria-labelledby="manage-events" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id="manage-events" className="font-display text-3xl leading-none uppercase">
          Manage Events
        </h2>
        <div className="flex flex-wrap gap-3">
          <fieldset aria-label="Show as" className="flex gap-2">
            {VIEWS.map(([name, view]) => (
              <Button
                key={name}
                tone={isPlan === (view !== null) ? 'quiet' : 'ghost'}
                aria-pressed={isPlan === (view !== null)}
                onClick={() => choose({ view })}
              >
                {name}
              </Button>
            ))}
          </fieldset>
          <Button tone="sun" onClick={() => ask({ kind: 'create' })}>
            <CalendarPlus aria-hidden="true" />
            Create Event
          </Button>
        </div>
      </header>
      <LazyBoundary onMissing={() => choose({ view: null })}>
        {isPlan && <PlanView events={events} zone={zone} day={day} room={room} onChoose={choose} />}
      </LazyBoundary>
      {!isPlan && (
        <>
          <div className="grid grid-cols-3 items-end gap-x-3 gap-y-2 max-sm:gap-x-1.5 xl:grid-cols-[minmax(0,1fr)_repeat(3,minmax(0,11rem))]">
            <div className="max-xl:col-span-3">
              <SearchField
                quietLabel
                label="Search events"
                placeholder="Title, host, room or day…"
                value={typed}
                onSearch={type}
                onBlur={settle}
              />
            </div>
            <DayAndRoom quietLabel events={events} zone={zone} day={day} room={room} onChoose={choose} />
            <SelectField
              quietLabel
              label="Sort by"
              options={SORTS}
              value={sort}
              onChange={({ target }) => choose({ sort: target.value })}
              className="text-ellipsis"
            />
          </div>
          <div className="-my-2 flex flex-wrap items-center justify-between gap-x-4">
            <CheckField
              checked={chosen.length > 0 && chosen.length === present.length}
              onCheck={(isOn) => select(isOn ? present : [])}
            >
              Select all
            </CheckField>
            <p role="status" className="text-mute">
              {countedOf(shown.length, events.length + deleted.size, 'event')}
            </p>
          </div>
          {shown.length > 0 ? (
            <LongList label="Events" items={shown} keyOf={({ id }) => id} rowHeight={ROW_HEIGHT}>
              {(event) =>
                deleted.has(event.id) ? (
                  <DeletedEvent event={event} justDeleted={event.id === lastDeleted} />
                ) : (
                  <ManagedEvent
                    event={event}
                    zone={zone}
                    isChosen={chosenIds.has(event.id)}
                    onChoose={(isOn) => select(isOn ? [...chosen, event] : chosen.filter(({ id }) => id !== event.id))}
                    onAct={ask}
                  />
                )
              }
            </LongList>
          ) : (
            <Nothing searching={events.length + deleted.size > 0} />
          )}
          {chosen.length > 0 && (
            <SeveralBar events={chosen} onAct={(kind) => ask({ kind, events: chosen })} onNone={() => select([])} />
          )}
        </>
      )}
      <OpenedDialog
        dialog={dialog}
        events={events}
        zone={zone}
        several={several}
        onClose={() => setDialog(null)}
        onDeleted={setLastDeleted}
      />
    </section>
  );
}

type SeveralBarProps = {
  events: readonly FestivalEvent[];
  onAct: (act: 'points' | SeveralAct) => void;
  onNone: () => void;
};

/** What can be done with the selected events at once, over the end of the list. */
const SeveralBar = ({ events, onAct, onNone }: SeveralBarProps) => (
  <fieldset
    aria-label={`${events.length} selected`}
    className="several-bar sticky bottom-[calc(0.5rem+var(--thumb-room))] z-5 flex flex-wrap items-center gap-2 rounded-2xl border border-edge bg-panel px-4 py-2 shadow-[0_0.25rem_1.5rem_light-dark(#0003,#000a)] *:px-3"
  >
    <strong className="font-semibold">{events.length} selected</strong>
    <Button onClick={() => onAct('points')}>Points</Button>
    <Button onClick={() => onAct('delay')}>Late</Button>
    <Button onClick={() => onAct('room')}>Room</Button>
    <Button onClick={() => onAct('message')}>Message</Button>
    {events.some(({ draft }) => draft) && <Button onClick={() => onAct('publish')}>Publish</Button>}
    {events.some(({ draft }) => !draft) && <Button onClick={() => onAct('draft')}>Draft</Button>}
    <Link
      href={`/print?${events.map(({ id }) => `event=${encodeURIComponent(id)}`).join('&')}`}
      className={buttonClass()}
    >
      Print
    </Link>
    <Button tone="ghost" className="ml-auto" onClick={onNone}>
      None
    </Button>
  </fieldset>
);

const NONE: readonly FestivalEvent[] = [];

/** Returns the deleted events that an organiser can restore, by id. */
function useDeleted(events: readonly FestivalEvent[] | undefined): ReadonlyMap<string, FestivalEvent> {
  const { on } = useAdminMode();
  const { data = NONE } = useQuery({ ...deletedEventsQuery, enabled: on });
  return useMemo(() => {
    const present = new Set(events?.map(({ id }) => id));
    return new Map(data.flatMap((event) => (present.has(event.id) ? [] : [[event.id, event]])));
  }, [data, events]);
}

const Nothing = ({ searching }: { searching: boolean }) =>
  searching ? (
    <EmptyState icon={<SearchX />} title="No events found" text="No title, host, room or day matches." />
  ) : (
    <EmptyState
      icon={<CalendarPlus />}
      title="No events yet"
      text="Create the first one: everybody sees it once the programme is open, unless it is a draft."
    />
  );

type OpenedDialogProps = ManageEventsProps & {
  dialog: OpenDialog;
  events: readonly FestivalEvent[];
  onClose: () => void;
  onDeleted: (id: string) => void;
};

function OpenedDialog({ dialog, events, zone, several, onClose, onDeleted }: OpenedDialogProps) {
  if (dialog === null) return null;
  return (
    <LazyBoundary onMissing={onClose}>
      {'events' in dialog && dialog.kind !== 'points' && several(dialog.kind, dialog.events, onClose)}
      {dialog.kind === 'create' && <CreateEventDialog zone={zone} onClose={onClose} />}
      {dialog.kind === 'duplicate' && <CreateEventDialog zone={zone} onClose={onClose} like={dialog.event} />}
      {dialog.kind === 'edit' && (
        <EditEventDialog
          opened={dialog.event}
          present={events.find(({ id }) => id === dialog.event.id)}
          zone={zone}
          onClose={onClose}
        />
      )}
      {dialog.kind === 'late' && <LateDialog opened={dialog.event} events={events} onClose={onClose} />}
      {dialog.kind === 'points' && <SetPointsDialog events={dialog.events} onClose={onClose} />}
      {dialog.kind === 'delete' && <DeleteEventDialog event={dialog.event} onDeleted={onDeleted} onClose={onClose} />}
    </LazyBoundary>
  );
}
