import { useQuery, useQueryClient } from '@tanstack/react-query';
import MapPin from 'lucide-react/icons/map-pin';
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { useAllEvents } from '#features/events/web/state.ts';
import type { FactsDesk, saveFacts } from '#features/festival/contract.ts';
import { LENGTHS, MOST_ROOMS } from '#features/festival/limits.ts';
import { factsDeskQuery } from '#features/festival/web/queries.ts';
import { pictureName } from '#features/screens/pictures/rules.ts';
import { picturesQuery } from '#features/screens/pictures/web/queries.ts';
import { ApiError, request } from '#platform/web/api.ts';
import { useDraft } from '#platform/web/forms.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { SelectField, TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { pinProblem, problemOf, roomsIn, roomsToAdd, type TypedRoom, typedRooms, withRooms } from '../rules.ts';
import { RoomMap } from './RoomMap.tsx';

const codeOf = (error: Error | null) => (error instanceof ApiError ? error.code : undefined);
const OVERWRITES =
  'Another organiser has saved the festival meanwhile. Save again puts your rooms in place of theirs, and changes nothing else.';
/** What gets the focus is not left under the map. */
const BELOW_MAP = '[&_:is(button,input)]:scroll-mt-[calc(min(40vh,62vw)+4rem)]';

/** Edits the rooms: their names, the way to each, and their pins on the map. */
export function RoomsDialog({ desk, onClose }: { desk: FactsDesk; onClose: () => void }) {
  const { data: events = [] } = useAllEvents();
  const { data: pictures = [] } = useQuery(picturesQuery);
  const client = useQueryClient();
  const [opened] = useState(desk.revision);
  // After CHANGED_MEANWHILE the newest: only the rooms are typed here.
  const [{ facts, revision }, setDesk] = useState(desk);
  const newest = { rooms: typedRooms(facts.rooms ?? []), map: facts.mapPicture ?? '' };
  const [form, change, draft] = useDraft(`rooms ${opened}`, newest);
  const { rooms, map } = form;
  const [missing, setMissing] = useState('');
  const hasMap = map !== '' && map !== missing;
  const [pinned, pin] = useState<number | null>(null);
  const place = rooms.find(({ key }) => key === pinned);
  const setRoom = (key: number, next: Partial<TypedRoom>) =>
    change({ ...form, rooms: rooms.map((room) => (room.key === key ? { ...room, ...next } : room)) });
  const add = (name: string) => {
    const key = Math.max(-1, ...rooms.map((room) => room.key)) + 1;
    change({ ...form, rooms: [...rooms, { key, name, way: '', x: '', y: '' }] });
  };
  const save = useAct(
    () =>
      request<typeof saveFacts>('PUT /api/admin/festival', {
        body: { facts: withRooms(facts, rooms, map), expectedRevision: revision },
      }),
    {
      fails: 'The rooms could not be saved. Please try again.',
      inForm: true,
      failed: (failure) => {
        if (codeOf(failure) !== 'CHANGED_MEANWHILE') return;
        void client.fetchQuery({ ...factsDeskQuery, staleTime: 0 }).then(setDesk, () => undefined);
      },
      done: () => {
        showToast({ title: 'Rooms saved', description: 'Their names lead to them now.' });
        draft.discard();
        onClose();
      },
    },
  );
  const isOverwriting = codeOf(save.error) === 'CHANGED_MEANWHILE' && revision !== opened;
  const field = save.error instanceof ApiError ? save.error.field : undefined;
  const problem = save.problem === undefined ? null : problemOf(rooms, field, save.problem);
  const errorOf = (key: number, part: 'name' | 'way') =>
    problem?.key === key && problem.part === part ? problem.text : undefined;
  const list = useRef<HTMLOListElement>(null);
  const focusOn = useRef<string | null>(null);
  useEffect(() => {
    if (focusOn.current !== null) list.current?.querySelector<HTMLElement>(focusOn.current)?.focus();
    focusOn.current = null;
  });
  const remove = (index: number) => {
    const next = rooms[index + 1] ?? rooms[index - 1];
    focusOn.current = next === undefined ? null : `[data-control="${next.key} remove"]`;
    change({ ...form, rooms: rooms.toSpliced(index, 1) });
  };
  const pressPin = (key: number, { detail }: MouseEvent) => {
    // Pressed by keyboard: who cannot tap the map types.
    if (detail === 0) focusOn.current = `[data-control="${key} left"]`;
    pin(key === pinned ? null : key);
  };
  return (
    <FormDialog
      wide
      title="Rooms and map"
      description="Named as in the programme, so that each event leads to its room."
      submitLabel="Save"
      sendingLabel="Saving..."
      act={problem === null ? { ...save, problem: isOverwriting ? OVERWRITES : save.problem } : { isBusy: save.isBusy }}
      missing={pinProblem(rooms)}
      draft={draft}
      startAt="submit"
      onSubmit={save.run}
      onClose={onClose}
    >
      {isOverwriting && (
        <Button
          className="justify-self-start"
          onClick={() => {
            save.reset();
            change(newest);
          }}
        >
          Show the newest
        </Button>
      )}
      <SelectField
        label="Map"
        hint="Add its picture under Screens."
        value={map}
        options={[
          { value: '', label: 'No map' },
          ...pictures.map(({ id }) => ({ value: id, label: pictureName(pictures, id) ?? '' })),
        ]}
        onChange={({ target }) => change({ ...form, map: target.value })}
      />
      {hasMap && (
        <div className="sticky top-0 z-10 grid gap-1.5 bg-panel pb-2">
          <div className="max-h-[40vh] overflow-auto rounded-xl border border-line">
            <RoomMap
              picture={map}
              rooms={roomsIn(rooms)}
              marked={place && roomsIn([place])[0]}
              onMissing={setMissing}
              onPress={({ x, y }) => place && setRoom(place.key, { x: String(x), y: String(y) })}
            />
          </div>
          <p role="status" className="text-mute">
            {place ? `Tap where ${place.name.trim() || 'the room'} is.` : 'Press Pin at a room, then tap where it is.'}
          </p>
        </div>
      )}
      <ol ref={list} className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${hasMap ? BELOW_MAP : ''}`}>
        {rooms.map((room, index) => (
          <li key={room.key} className="grid gap-2 rounded-xl border border-line p-3">
            <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-end gap-2">
              <TextField
                label={`Room ${index + 1}`}
                limit={LENGTHS.room}
                value={room.name}
                onChange={({ target }) => setRoom(room.key, { name: target.value })}
                error={errorOf(room.key, 'name')}
              />
              {hasMap && (
                <Button
                  aria-label={`Pin ${room.name}`}
                  aria-pressed={room.key === pinned}
                  onClick={(press) => pressPin(room.key, press)}
                >
                  <MapPin aria-hidden="true" />
                  Pin
                </Button>
              )}
              <Button
                tone="ghost"
                size="icon"
                aria-label={`Remove ${room.name || `room ${index + 1}`}`}
                data-control={`${room.key} remove`}
                onClick={() => remove(index)}
              >
                <Trash aria-hidden="true" />
              </Button>
            </div>
            <TextField
              label={`Way to room ${index + 1}`}
              placeholder="First floor: up the wide stairs, then left."
              limit={LENGTHS.way}
              value={room.way}
              onChange={({ target }) => setRoom(room.key, { way: target.value })}
              error={errorOf(room.key, 'way')}
            />
            {room.key === pinned && (
              <div className="grid grid-cols-2 gap-2">
                <TextField
                  label="From the left, %"
                  data-control={`${room.key} left`}
                  inputMode="decimal"
                  value={room.x}
                  onChange={({ target }) => setRoom(room.key, { x: target.value })}
                />
                <TextField
                  label="From the top, %"
                  inputMode="decimal"
                  value={room.y}
                  onChange={({ target }) => setRoom(room.key, { y: target.value })}
                />
              </div>
            )}
          </li>
        ))}
      </ol>
      {rooms.length < MOST_ROOMS && (
        <div className="flex flex-wrap gap-2">
          {[...roomsToAdd(rooms, events), ''].map((name) => (
            <Button key={name} onClick={() => add(name)}>
              <Plus aria-hidden="true" />
              {name === '' ? 'Another room' : name}
            </Button>
          ))}
        </div>
      )}
    </FormDialog>
  );
}
