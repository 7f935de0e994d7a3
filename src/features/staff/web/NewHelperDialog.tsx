import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { sortByStart } from '#features/events/rules/programme.ts';
import { useAllEvents } from '#features/events/web/state.ts';
import { NAME_LIMIT } from '#platform/names.ts';
import type { HelperRole } from '#platform/staff.ts';
import { isEverywhere } from '#platform/staff.ts';
import { cardDate, clockTime } from '#platform/time.ts';
import { request } from '#platform/web/api.ts';
import { ownAddress } from '#platform/web/page-build.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { SelectField, TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { copyText, QrCode } from '#platform/web/ui/qr-code.tsx';
import type { makeHelper, NewHelper } from '../contract.ts';
import { DOES, ROLE_OPTIONS, roleWords } from '../rules.ts';
import { useUntil } from './parts/until.tsx';

type NewHelperDialogProps = {
  zone: string;
  /** The event that is chosen at first. */
  eventId?: string;
  onClose: () => void;
};

const EVERYWHERE = '';
const [EVENT, ROOM] = ['event ', 'room '];

/** Makes a helper's link: who, what, where, until when; then shows it this once. */
export function NewHelperDialog({ zone, eventId, onClose }: NewHelperDialogProps) {
  const { data: events = [] } = useAllEvents();
  const [name, setName] = useState('');
  const [role, setRole] = useState<HelperRole>('door');
  const [place, setPlace] = useState(eventId === undefined ? EVERYWHERE : EVENT + eventId);
  // Points and games belong to no place.
  const hasNoScope = isEverywhere(role);
  const where = hasNoScope ? EVERYWHERE : place;
  const make = useAct((body: NewHelper) => request<typeof makeHelper>('POST /api/helpers', { body }), {
    fails: 'The link could not be made. Please try again.',
    inForm: true,
  });
  const open = sortByStart(events.filter(({ id, status }) => status !== 'completed' || EVENT + id === place));
  const rooms = [...new Set(open.map(({ location }) => location))].sort((one, other) => one.localeCompare(other));
  const event = events.find(({ id }) => EVENT + id === where);
  const until = useUntil(event, zone);
  if (make.answer !== undefined) return <Made made={make.answer} zone={zone} onClose={onClose} />;
  const submit = () =>
    make.run({
      name,
      role,
      // Also of one that was deleted meanwhile: the server says so.
      eventId: where.startsWith(EVENT) ? where.slice(EVENT.length) : null,
      location: where.startsWith(ROOM) ? where.slice(ROOM.length) : null,
      endsAt: until.endsAt,
    });
  return (
    <FormDialog
      title="Add a helper"
      description="They get a link that opens one desk, without the password. You can stop it any time."
      submitLabel="Make the link"
      sendingLabel="Making..."
      act={make}
      missing={name.trim() === '' ? 'Say who it is for.' : until.problem && 'Say until when.'}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        autoCapitalize="words"
        limit={NAME_LIMIT}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        label="Job"
        options={ROLE_OPTIONS}
        value={role}
        onChange={({ target }) => setRole(target.value as HelperRole)}
      />
      <p className="-mt-2 text-[0.9375rem] text-mute">
        {roleWords(role)}: {DOES[role]}.
      </p>
      {!hasNoScope && (
        <SelectField
          label="Where"
          options={[
            { value: EVERYWHERE, label: 'Whole festival' },
            ...rooms.map((room) => ({ value: ROOM + room, label: `Room: ${room}` })),
            ...open.map(({ id, title, startTime }) => ({
              value: EVENT + id,
              label: `${title}, ${cardDate(startTime, zone)}, ${clockTime(startTime, zone)}`,
            })),
          ]}
          value={where}
          onChange={({ target }) => setPlace(target.value)}
          className="pr-10 text-ellipsis"
        />
      )}
      {until.field}
    </FormDialog>
  );
}

type MadeProps = {
  made: { readonly name: string; readonly link: string; readonly endsAt: string };
  zone: string;
  onClose: () => void;
};

const Made = ({ made: { name, link, endsAt }, zone, onClose }: MadeProps) => (
  <Dialog
    open
    onClose={onClose}
    title={`The link for ${name}`}
    description="It is shown only now: let the phone scan it, or send the link. Whoever has it can open the desk."
    footer={
      <Button tone="sea" onClick={onClose}>
        Done
      </Button>
    }
  >
    <div className="grid justify-items-center gap-4">
      <QrCode address={link} label="QR code of the link" className="size-64 rounded-xl" />
      <Button onClick={() => void copyText(ownAddress(link), 'Link copied', 'Let the phone scan the code.')}>
        <Copy aria-hidden="true" />
        Copy the link
      </Button>
      <p className="text-mute">
        Works until {cardDate(endsAt, zone)}, {clockTime(endsAt, zone)}, on three phones.
      </p>
    </div>
  </Dialog>
);
