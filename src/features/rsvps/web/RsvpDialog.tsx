import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { FestivalEvent } from '#features/events/contract.ts';
import { isAmong } from '#features/names/rules.ts';
import { NameField } from '#features/names/web/NameField.tsx';
import { rememberName, useNameField } from '#features/names/web/state.ts';
import { tickerTime } from '#platform/time.ts';
import { ApiError, sentenceOf } from '#platform/web/api.ts';
import { useIdempotentMutation } from '#platform/web/idempotent-mutation.ts';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import { Overlaps } from './Overlaps.tsx';
import { myRsvpsQuery, registerMutation } from './queries.ts';

type RsvpDialogProps = { event: FestivalEvent; zone: string; onClose: () => void };

/** Codes for which the server's own message is shown. */
const SHOWN_CODES = [
  ...['EVENT_FULL', 'EVENT_OVER', 'ALREADY_REGISTERED', 'BRACKET_DRAWN', 'TOO_MANY_HERE', 'GONE'],
  ...['PAUSED', 'TOO_FAST', 'BADGE_WORD'],
];

export function RsvpDialog({ event, zone, onClose }: RsvpDialogProps) {
  const { data: mine = [] } = useQuery(myRsvpsQuery);
  const taken = mine.filter(({ eventId }) => eventId === event.id).map(({ playerName }) => playerName);
  const { names, name: playerName, setName } = useNameField(({ name }) => !isAmong(taken, name));
  const [playerEmail, setPlayerEmail] = useState('');
  const { mutate, isPending, error } = useIdempotentMutation({
    ...registerMutation,
    onSuccess: (rsvp) => {
      rememberName(rsvp.playerName);
      showToast({ title: 'Success!', description: "You've been registered for the event." });
      celebrate();
      onClose();
    },
    onError: (failure) =>
      showError(sentenceOf(failure, 'Failed to register for event. Please try again.', SHOWN_CODES)),
  });
  const problemOf = (field: string) =>
    error instanceof ApiError && error.field === field ? error.sentence : undefined;

  const submit = () => {
    const email = playerEmail.trim();
    mutate({ eventId: event.id, playerName: playerName.trim(), ...(email === '' ? {} : { playerEmail: email }) });
  };

  return (
    <FormDialog
      title="Register for Event"
      description={`${event.title} · ${tickerTime(event.startTime, zone)} · ${event.location}`}
      submitLabel="Confirm"
      sendingLabel="Registering..."
      isSending={isPending}
      sendingReason="Your registration is on its way."
      startAt={playerName === '' ? 'field' : 'submit'}
      missing={playerName.trim() === '' ? 'Type a player name first.' : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField label="Player Name" names={names} name={playerName} onName={setName} error={problemOf('playerName')} />
      {playerName.trim() !== '' && <Overlaps event={event} zone={zone} person={playerName} />}
      <TextField
        label="Email (optional)"
        type="email"
        autoComplete="email"
        hint="Only the organisers see it. It is deleted 30 days after the festival."
        value={playerEmail}
        onChange={(change) => setPlayerEmail(change.target.value)}
        error={problemOf('playerEmail')}
      />
      <p className="text-sm text-mute">
        <Link to="/privacy" className="underline underline-offset-4 hover:text-ink">
          What is stored about you, and how to delete it
        </Link>
      </p>
    </FormDialog>
  );
}
