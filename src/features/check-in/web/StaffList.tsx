import { useQuery, useQueryClient } from '@tanstack/react-query';
import Undo2 from 'lucide-react/icons/undo-2';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { useAdminMode } from '#features/access/web/state.ts';
import type { Amended, Amendment } from '#features/amendments/contract.ts';
import { AmendedPlace } from '#features/amendments/web/AmendedPlace.tsx';
import { amendmentsQuery } from '#features/amendments/web/queries.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { CODE_LENGTH } from '#features/people/users/limits.ts';
import { codeIn } from '#platform/codes.ts';
import { ApiError, request, sentenceOf } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { StaleTime } from '#platform/web/data-age.tsx';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { EnergyBar } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { useConfirm } from '#platform/web/ui/confirm.tsx';
import { SelectField } from '#platform/web/ui/field.tsx';
import { focusMain } from '#platform/web/ui/focus.ts';
import { LoadError, Loading } from '#platform/web/ui/loading.tsx';
import { LongList } from '#platform/web/ui/long-list.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { StaffRsvp, undoCheckInsByCode } from '../contract.ts';
import { madeByCode } from '../rules/check-ins.ts';
import { UNDO_MINUTES, type UndoMinutes } from '../rules/codes.ts';
import { useStaffList } from './door/staff-list.ts';
import { EndedTaps, WaitingElsewhere } from './door/UnsentTaps.tsx';
import { keyOf, NO_NETWORK, NO_PLACE, rowsIn, rowsOf, StaffSearch } from './parts/StaffSearch.tsx';
import { placesByCodeQuery, staffListQuery } from './queries.ts';
import { StaffRow } from './StaffRow.tsx';

const LONGEST = UNDO_MINUTES[2];
const NAMED = 8;

const checkIns = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'check-in' : 'check-ins'}`;

type UndoByCodeProps = { event: FestivalEvent; rsvps: readonly StaffRsvp[] };

/** Undoes check-ins by other phones with the event's code; renders nothing without any in the last hour. */
function UndoByCode({ event, rsvps }: UndoByCodeProps) {
  const now = useNow();
  const { isAsking, ask, close, opener } = useConfirm();
  const all = madeByCode(rsvps, LONGEST, now);
  if (event.status === 'completed' || all.length === 0) return null;
  if (isAsking) return <Question event={event} rsvps={rsvps} now={now} onClose={close} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-[0.9375rem] text-mute">{checkIns(all.length)} by other phones in the last hour</p>
      <Button ref={opener} tone="ghost" onClick={ask}>
        <Undo2 aria-hidden="true" />
        Undo check-ins by other phones
      </Button>
    </div>
  );
}

type QuestionProps = UndoByCodeProps & { now: string; onClose: () => void };

function Question({ event, rsvps, now, onClose }: QuestionProps) {
  const [minutes, setMinutes] = useState<UndoMinutes>(UNDO_MINUTES[1]);
  const select = useRef<HTMLSelectElement>(null);
  const params = { id: event.id };
  const undo = useAct(
    () => request<typeof undoCheckInsByCode>('POST /api/events/{id}/undo-check-ins', { params, body: { minutes } }),
    {
      fails: 'Failed to undo the check-ins. Please try again.',
      busy: 'The check-ins are being undone.',
      done: ({ undone }) => {
        showToast({ title: 'Check-ins undone', description: `${checkIns(undone)} by other phones taken back.` });
        focusMain();
        onClose();
      },
    },
  );
  useEffect(() => select.current?.focus(), []);
  const found = madeByCode(rsvps, minutes, now);
  const none = 'Other phones checked nobody in during these minutes.';
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 rounded-xl border border-coral/60 p-4">
      <legend className="px-1.5 font-semibold">Undo check-ins by other phones</legend>
      <SelectField
        ref={select}
        label="Made in the last"
        options={UNDO_MINUTES.map((some) => ({ value: String(some), label: `${some} minutes` }))}
        value={String(minutes)}
        onChange={({ target }) => setMinutes(UNDO_MINUTES.find((some) => String(some) === target.value) ?? LONGEST)}
      />
      <p role="status" className="text-pretty [overflow-wrap:anywhere]">
        {found.length === 0 ? none : `Takes back ${checkIns(found.length)}: ${named(found)}.`}
      </p>
      <p className="text-[0.9375rem] text-pretty text-mute">
        Stays: what people checked in on their own phones, and what organisers did.
        {event.bracketDrawn && ' The bracket stays as it was drawn: draw it again if one of these players is in it.'}
      </p>
      <div className="grid gap-2.5 @md:grid-cols-2">
        <Button onClick={onClose}>Keep them</Button>
        <Button
          tone="danger"
          onClick={() => undo.run()}
          disabledReason={undo.busy ?? (found.length === 0 ? none : undefined)}
        >
          {undo.isBusy ? 'Undoing...' : `Yes, undo ${checkIns(found.length)}`}
        </Button>
      </div>
    </fieldset>
  );
}

const named = (rsvps: readonly StaffRsvp[]): string => {
  const names = rsvps.slice(0, NAMED).map(({ playerName }) => playerName);
  const more = rsvps.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more.toLocaleString('en-US')} more` : names.join(', ');
};

const AmendDialog = onDemand(() =>
  import('#features/amendments/web/AmendDialog.tsx').then((module) => module.AmendDialog),
);
const HandoverDialog = onDemand(() =>
  import('#features/devices/web/HandoverDialog.tsx').then((module) => module.HandoverDialog),
);

const AnswersDialog = onDemand(() =>
  import('#features/rsvps/web/AnswersDialog.tsx').then((module) => module.AnswersDialog),
);

const ROW_HEIGHT = 68;
const NONE: readonly Amendment[] = [];

type StaffListProps = { event: FestivalEvent; zone: string };

const whyUnanswered = (error: unknown): string =>
  error instanceof ApiError ? sentenceOf(error, NO_NETWORK) : NO_NETWORK;

/** People of an event, for one thumb: find a name, tap to check in, tap again to undo. */
export function StaffList({ event, zone }: StaffListProps) {
  const { known, rows: rsvps, waiting, isError, refetch, keptAt } = useStaffList(event.id);
  const { on } = useAdminMode();
  const { data: amendments = NONE } = useQuery({ ...amendmentsQuery(event.id), enabled: on });
  const [q, setQ] = useState('');
  const amend = useDialog<StaffRsvp>();
  const handOver = useDialog<StaffRsvp>();
  const answering = useDialog<StaffRsvp>();
  // A kept list has no answers.
  const asks = event.questions.length > 0;
  const onAnswer = asks && keptAt === undefined ? answering.open : undefined;
  const amended = useAmended(event.id);
  const list = useRef<HTMLDivElement>(null);
  const asked = useDeferredValue(q);
  const named = useMemo(() => rsvps && rowsOf(rsvps, amendments, asked), [rsvps, amendments, asked]);
  // A name may look like a code.
  const code = named?.length === 0 ? codeIn(asked, CODE_LENGTH) : null;
  const byCode = useQuery({ ...placesByCodeQuery(event.id, code ?? ''), enabled: code !== null });
  const coded = byCode.data;
  const unanswered = byCode.isError ? whyUnanswered(byCode.error) : 'Looking up this code...';
  const rows = useMemo(
    () => (code === null || coded === undefined ? named : rowsIn(rsvps ?? [], coded)),
    [named, rsvps, code, coded],
  );
  return (
    <>
      <StaffSearch event={event} rsvps={rsvps} q={q} onType={setQ} onAdded={onAnswer} list={list} />
      <EndedTaps eventId={event.id} zone={zone} />
      {known && <Count rsvps={known} event={event} waiting={waiting.length} />}
      <WaitingElsewhere eventId={event.id} />
      {keptAt !== undefined && (
        <p className="text-[0.9375rem] text-mute">
          As of <StaleTime at={keptAt} zone={zone} />
          {asks && '. Answers need a connection.'}
        </p>
      )}
      {known && on && <UndoByCode rsvps={known} event={event} />}
      {rsvps === undefined &&
        (isError ? (
          <LoadError title="The staff list didn’t load" onRetry={() => void refetch()} />
        ) : (
          <Loading words="Loading the staff list..." count={4} className="h-15" />
        ))}
      {rsvps?.length === 0 && code === null && rows?.length === 0 && (
        <p className="py-4 text-center text-mute">Nobody has a place here yet.</p>
      )}
      {rsvps && (rsvps.length > 0 || code !== null) && rows?.length === 0 && (
        <p role="status" className="py-4 text-center text-mute [overflow-wrap:anywhere]">
          {code === null ? `Nobody called “${asked.trim()}” has a place here.` : coded ? NO_PLACE : unanswered}
        </p>
      )}
      <div ref={list}>
        {rows && rows.length > 0 && (
          <LongList label="Places" items={rows} keyOf={keyOf} rowHeight={ROW_HEIGHT}>
            {(row) =>
              'rsvp' in row ? (
                <StaffRow
                  rsvp={row.rsvp}
                  event={event}
                  zone={zone}
                  onAmend={on ? amend.open : undefined}
                  onAnswer={onAnswer}
                />
              ) : (
                <AmendedPlace amendment={row.amendment} justMade={row.amendment.id === amended.latest} />
              )
            }
          </LongList>
        )}
      </div>
      {answering.show((place) => (
        <AnswersDialog event={event} place={place} isStaff onClose={answering.close} />
      ))}
      {amend.show((place) => (
        <AmendDialog
          place={place}
          event={event}
          zone={zone}
          onAmended={amended.onAmended}
          onHandOver={() => {
            handOver.open(place);
            amend.close();
          }}
          onClose={amend.close}
        />
      ))}
      {handOver.show(({ id, playerName }) => (
        <HandoverDialog id={id} name={playerName} zone={zone} onClose={handOver.close} />
      ))}
    </>
  );
}

/** Shows an amendment before the list has loaded again. */
function useAmended(eventId: string) {
  const client = useQueryClient();
  const [latest, setLatest] = useState<string>();
  const onAmended = useCallback(
    ({ id, kind, placeId, became }: Amended) => {
      setLatest(id);
      client.setQueryData(staffListQuery(eventId).queryKey, (list) =>
        kind === 'renamed'
          ? list?.map((one) => (one.id === placeId ? { ...one, playerName: became ?? one.playerName } : one))
          : list?.filter((one) => one.id !== placeId),
      );
    },
    [client, eventId],
  );
  return { latest, onAmended };
}

type CountProps = { rsvps: readonly StaffRsvp[]; event: FestivalEvent; waiting: number };

/** What waits is not counted as checked in. */
const Count = ({ rsvps, event, waiting }: CountProps) => {
  const there = rsvps.filter(({ checkedIn }) => checkedIn).length;
  const free = Math.max(0, event.capacity - rsvps.length);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p role="status" className="font-semibold">
          {there} of {rsvps.length} checked in
          {waiting > 0 && <span className="text-sun">, {waiting} waiting to send</span>}
        </p>
        <p className="text-mute">{free === 0 ? 'Full' : `${free} ${free === 1 ? 'place' : 'places'} free`}</p>
      </div>
      <EnergyBar value={there} max={rsvps.length} colour="sea" label="Checked in" />
    </div>
  );
};
