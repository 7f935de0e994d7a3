import { useQuery } from '@tanstack/react-query';
import MapPin from 'lucide-react/icons/map-pin';
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { eventsQuery } from '#features/events/web/state.ts';
import type { FactsDesk, saveFacts } from '#features/festival/contract.ts';
import { LENGTHS, MOST_ROOMS } from '#features/festival/limits.ts';
import { pictureName } from '#features/screens/pictures/rules.ts';
import { picturesQuery } from '#features/screens/pictures/web/queries.ts';
import { request } from '#platform/web/api.ts';
import { useDraft } from '#platform/web/forms.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { SelectField, TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { roomsIn, roomsToAdd, type TypedRoom, typedRooms, withRooms } from '../rules.ts';
import { RoomMap } from './RoomMap.tsx';

/** Edits the rooms: their names, the way to each, and their pins on the map. */
export function RoomsDialog({ desk, onClose }: { desk: FactsDesk; onClose: () => void }) {
  const { data: events = [] } = useQuery(eventsQuery);
  const { data: pictures = [] } = useQuery(picturesQuery);
  const [{ facts, revision }] = useState(desk);
  const [form, change, draft] = useDraft(`rooms ${revision}`, {
    rooms: typedRooms(facts.rooms ?? []),
    map: facts.mapPicture ?? '',
  });
  const { rooms, map } = form;
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
      done: () => {
        showToast({ title: 'Rooms saved', description: 'Their names lead to them now.' });
        draft.discard();
        onClose();
      },
    },
  );
  return (
    <FormDialog
      wide
      title="Rooms and map"
      description="Named as in the programme, so that each event leads to its room."
      submitLabel="Save"
      sendingLabel="Saving..."
      act={save}
      draft={draft}
      startAt="submit"
      onSubmit={save.run}
      onClose={onClose}
    >
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
      {map !== '' && (
        <div className="sticky top-0 z-10 grid gap-1.5 bg-panel pb-2">
          <div className="max-h-[40vh] overflow-auto rounded-xl border border-line">
            <RoomMap
              picture={map}
              rooms={roomsIn(rooms)}
              marked={place && roomsIn([place])[0]}
              onPress={({ x, y }) => place && setRoom(place.key, { x: String(x), y: String(y) })}
            />
          </div>
          <p role="status" className="text-mute">
            {place ? `Tap where ${place.name.trim() || 'the room'} is.` : 'Press Pin at a room, then tap where it is.'}
          </p>
        </div>
      )}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {rooms.map((room, index) => (
          <li key={room.key} className="grid gap-2 rounded-xl border border-line p-3">
            <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-end gap-2">
              <TextField
                label={`Room ${index + 1}`}
                limit={LENGTHS.room}
                value={room.name}
                onChange={({ target }) => setRoom(room.key, { name: target.value })}
              />
              {map !== '' && (
                <Button
                  aria-label={`Pin ${room.name}`}
                  aria-pressed={room.key === pinned}
                  onClick={() => pin(room.key === pinned ? null : room.key)}
                >
                  <MapPin aria-hidden="true" />
                  Pin
                </Button>
              )}
              <Button
                tone="ghost"
                size="icon"
                aria-label={`Remove ${room.name || `room ${index + 1}`}`}
                onClick={() => change({ ...form, rooms: rooms.filter(({ key }) => key !== room.key) })}
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
            />
            {room.key === pinned && (
              <div className="grid grid-cols-2 gap-2">
                <TextField
                  label="From the left, %"
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
