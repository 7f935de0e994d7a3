import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { FestivalEvent } from '#features/events/contract.ts';
import { tickerTime } from '#platform/time.ts';
import { ApiError, newIdempotencyKey, sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import { registerMutation } from './queries.ts';

type RsvpDialogProps = { event: FestivalEvent; zone: string; onClose: () => void };

/** The server's own sentence says more than "try again" for these (behaviour section 4). */
const TOLD = [
  ...['EVENT_FULL', 'EVENT_OVER', 'ALREADY_REGISTERED', 'BRACKET_DRAWN', 'TOO_MANY_HERE', 'GONE'],
  ...['PAUSED', 'TOO_FAST', 'BADGE_WORD'],
];

export function RsvpDialog({ event, zone, onClose }: RsvpDialogProps) {
  const formId = useId();
  const [playerName, setPlayerName] = useState('');
  const [playerEmail, setPlayerEmail] = useState('');
  const registering = useRegistering(onClose);
  const { isPending, fieldError } = registering;
  const ready = playerName.trim() !== '';

  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (!ready || isPending) return;
    const email = playerEmail.trim();
    registering.submit({
      eventId: event.id,
      playerName: playerName.trim(),
      ...(email === '' ? {} : { playerEmail: email }),
    });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Register for Event"
      description={`${event.title} · ${tickerTime(event.startTime, zone)} · ${event.location}`}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone="sea"
            type="submit"
            form={formId}
            disabledReason={
              isPending ? 'Your registration is on its way.' : ready ? undefined : 'Type a player name first.'
            }
          >
            {isPending ? 'Registering...' : 'Confirm'}
          </Button>
        </>
      }
    >
      {/* The server says what is wrong with an address; a browser's bubble would not be ours. */}
      <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label="Player Name"
          required
          autoComplete="name"
          maxLength={120}
          value={playerName}
          onChange={(change) => setPlayerName(change.target.value)}
          error={fieldError('playerName')}
        />
        <TextField
          label="Email (optional)"
          type="email"
          autoComplete="email"
          hint="Only the organisers see it. It is deleted 30 days after the festival."
          value={playerEmail}
          onChange={(change) => setPlayerEmail(change.target.value)}
          error={fieldError('playerEmail')}
        />
        <p className="text-sm text-mute">
          <Link to="/privacy" className="underline underline-offset-4 hover:text-ink">
            What is kept of you, and how to delete it
          </Link>
        </p>
      </form>
    </Dialog>
  );
}

type Form = { eventId: string; playerName: string; playerEmail?: string };

function useRegistering(onDone: () => void) {
  // Made when the dialog opens: pressing Confirm again after a lost answer must not take a second place.
  const key = useRef<string>(null);
  const { mutate, isPending, error } = useMutation({
    ...registerMutation,
    onSuccess: () => {
      showToast({ title: 'Success!', description: "You've been registered for the event." });
      celebrate();
      onDone();
    },
    onError: (failure) => {
      // The server answered no, so the next try is a new request.
      if (failure instanceof ApiError && failure.status < 500) key.current = null;
      showError(sentenceOf(failure, 'Failed to register for event. Please try again.', TOLD));
    },
  });
  return {
    isPending,
    submit: (form: Form) => {
      key.current ??= newIdempotencyKey();
      mutate({ ...form, idempotencyKey: key.current });
    },
    fieldError: (field: keyof Form) =>
      error instanceof ApiError && error.field === field ? error.sentence : undefined,
  };
}
