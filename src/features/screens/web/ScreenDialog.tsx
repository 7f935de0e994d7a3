import { useMutation, useQuery } from '@tanstack/react-query';
import { failureWords, guarded, isLocked } from '#features/access/web/state.ts';
import { roomOf } from '#features/events/rules/rooms.ts';
import { eventsQuery } from '#features/events/web/queries.ts';
import { roomKey } from '#platform/names.ts';
import { useDraft } from '#platform/web/draft.ts';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { StaffScreen } from '../contract.ts';
import { SECONDS } from '../limits.ts';
import { asScreenName, typedName } from '../rules/page-name.ts';
import { isScreenName } from '../rules/screen-name.ts';
import { type EditedPage, Playlist, secondsIn } from './parts/Playlist.tsx';
import { putScreenMutation } from './queries.ts';

const ROOMS = 'rooms of screens';

/** Arranges a screen: its name, its room, and its pages in order. */
export function ScreenDialog({ screen, onClose }: { screen: StaffScreen; onClose: () => void }) {
  const { data: events = [] } = useQuery(eventsQuery);
  const [form, change, draft] = useDraft(`screen ${screen.name}`, {
    name: screen.name,
    location: screen.location ?? '',
    pages: screen.pages.map((page, key): EditedPage => ({ ...page, key, seconds: String(page.seconds) })),
  });
  const { pages } = form;
  const name = typedName(form.name);
  const location = form.location.trim();
  const isKnown = events.some((event) => roomOf(event) === roomKey(location));
  const roomHint = location === '' ? 'Without one it shows all rooms.' : !isKnown && 'No event is in this room.';
  const save = useMutation({
    ...putScreenMutation,
    onSuccess: () => {
      showToast({ title: 'Screen saved', description: name });
      draft.discard();
      onClose();
    },
    onError: isLocked,
  });
  const submit = () =>
    guarded(() =>
      save.mutateAsync({
        former: screen.name,
        expectedRevision: screen.revision,
        name,
        location: location === '' ? null : location,
        pages: pages.map(({ key: _, seconds, ...page }) => ({ ...page, seconds: secondsIn(seconds) ?? SECONDS.min })),
      }),
    );
  return (
    <FormDialog
      wide
      title={screen.name}
      description="The pages are shown one after the other. One that has nothing to say is skipped."
      submitLabel="Save"
      sendingLabel="Saving..."
      isSending={save.isPending}
      missing={missingOf(name, pages)}
      draft={draft}
      alert={failureWords(save.error, 'The screen could not be saved. Please try again.')}
      startAt="submit"
      onSubmit={submit}
      onClose={onClose}
    >
      <Playlist screen={{ ...screen, location }} pages={pages} onChange={(next) => change({ ...form, pages: next })} />
      <TextField
        label="Room"
        list={ROOMS}
        autoComplete="off"
        value={form.location}
        hint={roomHint}
        limit={120}
        onChange={({ target }) => change({ ...form, location: target.value })}
      />
      <datalist id={ROOMS}>
        {[...new Set(events.map((event) => event.location))].sort().map((room) => (
          <option key={room} value={room} />
        ))}
      </datalist>
      <TextField
        label="Name"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={form.name}
        hint={name === screen.name ? `Its address is /display/${name}.` : 'Its walls go on under the new name.'}
        onChange={({ target }) => change({ ...form, name: asScreenName(target.value) })}
      />
    </FormDialog>
  );
}

const missingOf = (name: string, pages: readonly EditedPage[]): string | undefined => {
  if (!isScreenName(name)) return name === '' ? 'Type a name first.' : 'A screen cannot have this name.';
  if (pages.length === 0) return 'Add a page first.';
  return pages.every(({ seconds }) => secondsIn(seconds) !== null)
    ? undefined
    : `A page is shown for ${SECONDS.min} to ${SECONDS.max} seconds.`;
};
