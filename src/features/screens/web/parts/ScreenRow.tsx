import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { ActButton, useAct } from '#features/access/web/act.tsx';
import { guarded } from '#features/access/web/state.ts';
import { useAllEvents } from '#features/events/web/state.ts';
import { isolated } from '#platform/names.ts';
import { relativeTime } from '#platform/time.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Confirm, useConfirm } from '#platform/web/ui/confirm.tsx';
import type { removeScreen, ScreenPage, StaffScreen, showNow } from '../../contract.ts';
import { picturesQuery } from '../../pictures/web/queries.ts';
import { pageName, shownWords } from '../../rules/pages.ts';
import { isShownUnpaired, isSilent } from '../../rules/silence.ts';

/** A function that says which page it is. */
export function usePageName(): (page: Omit<ScreenPage, 'seconds'>) => string {
  const { data: events = [] } = useAllEvents();
  const { data: pictures = [] } = useQuery(picturesQuery);
  return (page) => pageName(page, { events, pictures });
}

export function ScreenRow({ screen, onArrange }: { screen: StaffScreen; onArrange: () => void }) {
  const { name, location, pages, now: instead } = screen;
  const nameOf = usePageName();
  const confirm = useConfirm();
  const show = useAct(
    (page: ScreenPage | null) =>
      request<typeof showNow>('PUT /api/screens/{name}/now', { params: { name }, body: { page } }),
    { fails: 'The screen could not be changed. Please try again.', busy: 'The screen is being changed.' },
  );
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2.5 py-4 [overflow-wrap:anywhere]">
      <div className="grid gap-1">
        <p>
          <span className="font-semibold">{name}</span>
          <span className="text-mute"> · {location === null ? 'all rooms' : isolated(location)}</span>
        </p>
        <Heard screen={screen} />
      </div>
      {instead !== null && (
        <div className="flex flex-wrap items-center gap-2.5">
          <p role="status" className="font-semibold text-sun">
            {nameOf(instead)} instead of its pages
          </p>
          <ActButton act={show} of={null} aria-label={`End what ${name} shows now`}>
            End
          </ActButton>
        </div>
      )}
      {confirm.isAsking ? (
        <Remove name={name} confirm={confirm} />
      ) : (
        <div className="flex flex-wrap gap-2.5">
          <Button aria-label={`Arrange ${name}`} onClick={() => guarded(onArrange)}>
            Arrange
          </Button>
          <a href={`/display/${name}`} target="_blank" rel="noreferrer" className={buttonClass('ghost')}>
            Open
          </a>
          <Button ref={confirm.opener} tone="ghost" aria-label={`Remove ${name}`} onClick={confirm.ask}>
            Remove
          </Button>
        </div>
      )}
      <details className="group">
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-mute hover:text-ink">
          <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
          Show one page now
        </summary>
        <ul className="flex flex-wrap gap-2.5 py-2">
          {[...new Map(pages.map((page) => [nameOf(page), page]))].map(([label, page]) => (
            <li key={label} className="max-w-full">
              <ActButton act={show} of={page} className="max-w-full">
                {label}
              </ActButton>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

function Heard({ screen }: { screen: StaffScreen }) {
  const now = useNow();
  const { data: events = [] } = useAllEvents();
  const { lastSeenAt, shows, name, isPaired } = screen;
  const isLost = isSilent(screen, now);
  const unpaired = isShownUnpaired(screen, now)
    ? ' A computer that is not paired shows it: make that one this screen again, at /display.'
    : '';
  if (lastSeenAt === null)
    return (
      <p className="text-[0.9375rem] text-mute">
        Not heard of yet.{unpaired === '' ? ` Open /display/${name} on its computer.` : unpaired}
      </p>
    );
  return (
    <p className={`flex gap-x-1.5 text-[0.9375rem] ${isLost ? 'text-coral' : 'text-mute'}`}>
      {isLost && <TriangleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />}
      <span className="min-w-0">
        Last heard of <time dateTime={lastSeenAt}>{relativeTime(lastSeenAt, now)}</time>
        {shows !== null && ` · ${isLost ? 'showed' : 'shows'} ${shownWords(shows, events)}`}
        {!isPaired && ' · not paired: opened by its address'}
        {isLost && unpaired !== '' && `.${unpaired}`}
      </span>
    </p>
  );
}

function Remove({ name, confirm }: { name: string; confirm: ReturnType<typeof useConfirm> }) {
  const remove = useAct(() => request<typeof removeScreen>('DELETE /api/screens/{name}', { params: { name } }), {
    fails: 'The screen could not be removed. Please try again.',
    busy: 'The screen is being removed.',
  });
  return (
    <Confirm
      state={confirm}
      question={`Remove ${name}?`}
      no="Keep it"
      yes="Remove"
      onYes={remove.run}
      disabledReason={remove.busy}
    >
      Its computer then shows how it becomes a named screen again.
    </Confirm>
  );
}
