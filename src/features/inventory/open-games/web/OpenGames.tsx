import { useQuery, useQueryClient } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import { Link } from 'wouter';
import { ActButton, useAct, useVisitorAct } from '#features/access/web/act.tsx';
import { useAdminMode } from '#features/access/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { useTypedNames } from '#features/people/names/web/state.ts';
import { isolated } from '#platform/names.ts';
import { listed } from '#platform/numbers.ts';
import { hasRole, LIBRARY } from '#platform/staff.ts';
import { ApiError, newIdempotencyKey, request, sentenceOf } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { useHydrated } from '#platform/web/hydrated.ts';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { StateLabel } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { focusMain } from '#platform/web/ui/focus.ts';
import { Card } from '#platform/web/ui/frames.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { endOpenGame, leaveOpenGame, MyOpenGame, OpenGame, reportOpenGame } from '../contract.ts';
import { freeWords, shownAt, whenWords } from '../rules.ts';
import { myOpenGamesQuery, noteMine, openGamesQuery, useJoin } from './queries.ts';

const JoinDialog = onDemand(() => import('./OpenGameDialogs.tsx').then((module) => module.JoinDialog));

type Shown = OpenGame & Partial<MyOpenGame>;
const NONE: readonly MyOpenGame[] = [];

type OpenGamesProps = { isWhole?: boolean; onLook?: () => void };

/** All of them, with `onLook` also a way to open one; else the first few. Without it nothing where there is none. */
export function OpenGames({ onLook, isWhole = onLook !== undefined }: OpenGamesProps) {
  const now = useNow();
  const { data: games = NONE } = useQuery(openGamesQuery);
  const asks = useHydrated() && (isWhole || games.length > 0);
  const { data: mine = NONE } = useQuery({ ...myOpenGamesQuery, enabled: asks });
  const all = shownAt(games, mine, now);
  const shown = isWhole ? all : all.slice(0, FIRST);
  if (!onLook && all.length === 0) return null;
  return (
    <section id="open-games" aria-labelledby="open-games-title" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="open-games-title" className="font-display text-3xl leading-none">
          OPEN GAMES
        </h2>
        {onLook && (
          <Button onClick={onLook}>
            <UserPlus aria-hidden="true" />
            Look for players
          </Button>
        )}
        {!isWhole && (
          <Link href="/inventory#open-games" className="inline-flex min-h-11 items-center font-semibold text-sea">
            {all.length > shown.length ? `All ${all.length} open games` : 'Game inventory'}
          </Link>
        )}
      </header>
      {all.length === 0 && <p className="text-mute">Nobody looks for players now. Ask for some!</p>}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-3 empty:hidden">
        {shown.map((game) => (
          <OpenGameCard key={game.id} game={game} now={now} isShort={!isWhole} />
        ))}
      </ul>
    </section>
  );
}

const FIRST = 3;

type CardProps = { game: Shown; now: string; isShort: boolean };

/** `isShort`: beside the programme, where it leaves room for that. */
function OpenGameCard({ game, now, isShort }: CardProps) {
  const { timeZone } = useFestival();
  const { mine, players } = game;
  const isIn = players?.some((player) => player.mine);
  return (
    <Card as="li" className={`flex justify-between gap-x-3 gap-y-2 p-4 ${isShort ? 'items-center' : 'flex-col'}`}>
      <div className={`grid min-w-0 gap-1 [overflow-wrap:anywhere] ${isShort ? '*:line-clamp-2' : ''}`}>
        <h3 className="text-lg leading-tight font-semibold">{game.game}</h3>
        <p>
          <span className="font-semibold text-sun">{whenWords(game, now, timeZone)}</span> · {game.location}
        </p>
        {game.note !== null && !isShort && <p>{game.note}</p>}
        <p className="text-[0.9375rem] text-mute">
          {freeWords(game)} · hosted by <strong className="font-semibold text-ink">{game.host}</strong>
        </p>
        {players !== undefined && (
          <p>
            <StateLabel colour="sea">{isIn ? 'You are in' : 'Yours'}</StateLabel>{' '}
            {players.length === 0 ? 'Nobody joined yet.' : listed(players.map(({ name }) => isolated(name)))}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2.5 empty:hidden">
        {isIn ? <Leave game={game} /> : game.free > 0 && !mine && <Join game={game} />}
        {!isShort && <End game={game} />}
        {!isShort && !mine && <Report game={game} />}
      </div>
    </Card>
  );
}

/** Whether the form can mend it: another name. */
const isAboutName = (error: Error): boolean => error instanceof ApiError && error.field === 'playerName';

/** One tap where this phone knows a name, else the question for one. */
function Join({ game }: { game: Shown }) {
  const [known] = useTypedNames();
  const asking = useDialog<string | undefined>();
  const join = useJoin(game, {
    inForm: isAboutName,
    failed: (error) => isAboutName(error) && asking.open(sentenceOf(error, '')),
  });
  return (
    <>
      <Button
        tone="sea"
        aria-label={`Join ${game.game} of ${game.host}`}
        onClick={() => (known === undefined ? asking.open(undefined) : join.run(known.name))}
        disabledReason={join.busy}
      >
        {join.isBusy ? 'Joining...' : 'Join'}
      </Button>
      {asking.show((problem) => (
        <JoinDialog game={game} problem={problem} onClose={asking.close} />
      ))}
    </>
  );
}

function Leave({ game: { id, game } }: { game: Shown }) {
  const client = useQueryClient();
  const leave = useVisitorAct(
    () => request<typeof leaveOpenGame>('DELETE /api/open-games/{id}/join', { params: { id } }),
    {
      fails: 'You could not leave. Please try again.',
      busy: 'You are leaving.',
      done: () => {
        focusMain();
        noteMine(client, id, null);
      },
    },
  );
  return (
    <ActButton act={leave} aria-label={`Leave ${game}`}>
      Leave
    </ActButton>
  );
}

/** For the host, and for staff. */
function End({ game: { id, game, mine = false } }: { game: Shown }) {
  const client = useQueryClient();
  const { on, desk } = useAdminMode();
  const send = () => request<typeof endOpenGame>('DELETE /api/open-games/{id}', { params: { id } });
  const options = {
    fails: 'The game could not be cancelled. Please try again.',
    busy: 'It is being cancelled.',
    done: () => {
      focusMain();
      noteMine(client, id, null);
      client.setQueryData(openGamesQuery.queryKey, (games) => games?.filter((one) => one.id !== id));
      showToast({ title: mine ? 'Game cancelled' : 'Game removed', description: `${game} looks for nobody any more.` });
    },
  };
  const cancel = useVisitorAct(send, options);
  const remove = useAct(send, options);
  if (!mine && !on && !hasRole(desk, LIBRARY)) return null;
  const word = mine ? 'Cancel game' : 'Remove';
  return (
    <ActButton act={mine ? cancel : remove} tone="ghost" aria-label={`${word}: ${game}`}>
      {word}
    </ActButton>
  );
}

function Report({ game: { id, game } }: { game: Shown }) {
  const report = useVisitorAct(
    () =>
      request<typeof reportOpenGame>('POST /api/open-games/{id}/report', {
        ...{ params: { id }, idempotencyKey: newIdempotencyKey() },
      }),
    {
      fails: 'It could not be reported. Please tell event staff.',
      done: () => showToast({ title: 'Reported', description: 'Event staff will look at it.' }),
    },
  );
  return (
    <ActButton act={report} tone="ghost" aria-label={`Report ${game} to event staff`}>
      Report
    </ActButton>
  );
}
