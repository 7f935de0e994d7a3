import { useQuery } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Eye from 'lucide-react/icons/eye';
import Trash from 'lucide-react/icons/trash-2';
import { useEffect, useId, useRef, useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { roomOf } from '#features/events/rules/order.ts';
import { useAllEvents } from '#features/events/web/state.ts';
import { roomKey } from '#platform/names.ts';
import { readWhole } from '#platform/numbers.ts';
import { useDraft } from '#platform/web/forms.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { NumberField, SelectField, TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { PageKind, ScreenPage, StaffScreen } from '../contract.ts';
import { MOST_PAGES, SECONDS } from '../limits.ts';
import { picturesQuery } from '../pictures/web/queries.ts';
import { isScreenName } from '../rules/names.ts';
import { asScreenName, PAGE_WORDS, typedName } from '../rules/pages.ts';
import { previewPath } from './parts/preview.ts';
import { usePageName } from './parts/ScreenRow.tsx';
import { putPlan } from './queries.ts';

type Choice = Omit<ScreenPage, 'seconds'>;
/** `seconds` as typed; the key stays with the page when it moves. */
type EditedPage = Choice & { readonly key: number; readonly seconds: string };

type PlaylistProps = {
  screen: StaffScreen;
  pages: readonly EditedPage[];
  onChange: (pages: EditedPage[]) => void;
};

/** The pages of a screen in order: moved and removed by buttons, with the seconds of each. */
function Playlist({ screen, pages, onChange }: PlaylistProps) {
  const nameOf = usePageName();
  const [said, say] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const focusOn = useRef<string | null>(null);
  // A row that moves in the page loses the focus.
  useEffect(() => {
    if (focusOn.current !== null) list.current?.querySelector<HTMLElement>(focusOn.current)?.focus();
    focusOn.current = null;
  });
  const move = (from: number, by: -1 | 1) => {
    const moved = pages[from];
    if (moved === undefined || pages[from + by] === undefined) return;
    focusOn.current = `[data-control="${moved.key} ${by}"]`;
    say(`${nameOf(moved)} is page ${from + by + 1} of ${pages.length}.`);
    onChange(pages.toSpliced(from, 1).toSpliced(from + by, 0, moved));
  };
  const remove = (index: number) => {
    const next = pages[index + 1] ?? pages[index - 1];
    focusOn.current = next === undefined ? null : `[data-control="${next.key} remove"]`;
    onChange(pages.toSpliced(index, 1));
  };
  const add = (choice: Choice) => {
    say(`${nameOf(choice)} is page ${pages.length + 1}.`);
    onChange([...pages, { ...choice, key: Math.max(-1, ...pages.map(({ key }) => key)) + 1, seconds: '20' }]);
  };
  return (
    <section aria-label="Pages" className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <ol ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {pages.map((page, index) => {
          const name = nameOf(page);
          const step = (by: -1 | 1, words: string, Icon: typeof ArrowUp) => (
            <button
              type="button"
              data-control={`${page.key} ${by}`}
              className={buttonClass('ghost', 'icon')}
              aria-label={`Move ${name} ${words}`}
              aria-disabled={pages[index + by] === undefined || undefined}
              onClick={() => move(index, by)}
            >
              <Icon aria-hidden="true" />
            </button>
          );
          return (
            <li
              key={page.key}
              className="flex flex-wrap items-center gap-1 rounded-xl border border-line bg-deep px-1.5 py-1"
            >
              <span className="w-7 shrink-0 text-right text-mute tabular-nums">{index + 1}</span>
              {page.pictureId !== undefined && <Thumbnail id={page.pictureId} />}
              <span className="min-w-32 flex-1 px-1.5 font-semibold [overflow-wrap:anywhere]">{name}</span>
              <span className="flex items-center gap-1 max-sm:ml-auto">
                <span className="w-18">
                  <NumberField
                    quietLabel
                    label={`Seconds of ${name}`}
                    {...SECONDS}
                    step={5}
                    value={page.seconds}
                    error={secondsIn(page.seconds) === null ? `${SECONDS.min} to ${SECONDS.max}` : undefined}
                    onType={(seconds) => onChange(pages.with(index, { ...page, seconds }))}
                  />
                </span>
                <span aria-hidden="true" className="text-mute">
                  s
                </span>
                <a
                  href={previewPath(screen, page)}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={`Preview ${name}`}
                  className={buttonClass('ghost', 'icon')}
                >
                  <Eye aria-hidden="true" />
                </a>
                {step(-1, 'up', ArrowUp)}
                {step(1, 'down', ArrowDown)}
                <button
                  type="button"
                  data-control={`${page.key} remove`}
                  className={buttonClass('ghost', 'icon')}
                  aria-label={`Remove ${name}`}
                  onClick={() => remove(index)}
                >
                  <Trash aria-hidden="true" />
                </button>
              </span>
            </li>
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <AddPage isFull={pages.length >= MOST_PAGES} onAdd={add} />
    </section>
  );
}

const secondsIn = (typed: string): number | null => {
  const seconds = readWhole(typed);
  return seconds !== null && seconds >= SECONDS.min && seconds <= SECONDS.max ? seconds : null;
};

const Thumbnail = ({ id }: { id: string }) => (
  <img
    src={`/pictures/${id}`}
    alt=""
    className="h-11 w-20 rounded-lg bg-night object-contain"
    onError={({ currentTarget }) => currentTarget.toggleAttribute('hidden', true)}
  />
);

function AddPage({ isFull, onAdd }: { isFull: boolean; onAdd: (choice: Choice) => void }) {
  const id = useId();
  const nameOf = usePageName();
  const { data: events = [] } = useAllEvents();
  const { data: pictures = [] } = useQuery(picturesQuery);
  const [chosen, choose] = useState(0);
  const choices: Choice[] = (Object.keys(PAGE_WORDS) as PageKind[]).flatMap((kind): Choice[] => {
    if (kind === 'picture') return pictures.map((picture) => ({ kind, pictureId: picture.id }));
    if (kind !== 'tournament') return [{ kind }];
    return events.filter((event) => event.tournamentType !== null).map((event) => ({ kind, eventId: event.id }));
  });
  const choice = choices[chosen] ?? choices[0];
  if (choice === undefined) return null;
  return (
    <div className="flex flex-wrap items-end gap-2.5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <SelectField
          id={id}
          label="Another page"
          className="text-ellipsis"
          options={choices.map((choice, index) => ({ value: String(index), label: nameOf(choice) }))}
          value={String(chosen)}
          onChange={({ target }) => choose(Number(target.value))}
        />
      </div>
      {choice.pictureId !== undefined && <Thumbnail id={choice.pictureId} />}
      <Button
        onClick={() => onAdd(choice)}
        disabledReason={isFull ? `A screen has ${MOST_PAGES} pages at most.` : undefined}
      >
        Add
      </Button>
    </div>
  );
}

const ROOMS = 'rooms of screens';

/** Arranges a screen: its name, its room, and its pages in order. */
export function ScreenDialog({ screen, onClose }: { screen: StaffScreen; onClose: () => void }) {
  const { data: events = [] } = useAllEvents();
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
  const save = useAct(putPlan, {
    fails: 'The screen could not be saved. Please try again.',
    inForm: true,
    done: () => {
      showToast({ title: 'Screen saved', description: name });
      draft.discard();
      onClose();
    },
  });
  const submit = () =>
    save.run({
      former: screen.name,
      expectedRevision: screen.revision,
      name,
      location: location === '' ? null : location,
      pages: pages.map(({ key: _, seconds, ...page }) => ({ ...page, seconds: secondsIn(seconds) ?? SECONDS.min })),
    });
  return (
    <FormDialog
      wide
      title={screen.name}
      description="The pages are shown one after the other. One that has nothing to say is skipped."
      submitLabel="Save"
      sendingLabel="Saving..."
      act={save}
      missing={missingOf(name, pages)}
      draft={draft}
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
