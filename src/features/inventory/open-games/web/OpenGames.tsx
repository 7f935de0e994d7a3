import { useQuery, useQueryClient } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import { Link } from 'wouter';
import { ActButton, useVisitorAct } from '#features/access/web/act.tsx';
import { useAdminMode } from '#features/access/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { rememberName, useTypedNames } from '#features/people/names/web/state.ts';
import { isolated } from '#platform/names.ts';
import { listed } from '#platform/numbers.ts';
import { hasRole, LIBRARY } from '#platform/staff.ts';
import { ApiError, request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { once } from '#platform/web/forms.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { StateLabel } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { focusMain } from '#platform/web/ui/focus.ts';
import { Card } from '#platform/web/ui/frames.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { endOpenGame, joinOpenGame, leaveOpenGame, MyOpenGame, OpenGame, reportOpenGame } from '../contract.ts';
import { freeWords, shownAt, whenWords } from '../rules.ts';
import { myOpenGamesQuery, noteMine, openGamesQuery } from './queries.ts';

const UserNameDialog = onDemand(() =>
  import('#features/people/users/web/UserNameDialog.tsx').then((module) => module.UserNameDialog),
);

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
            {all.length > 1 ? `All ${all.length} open games` : 'Game inventory'}
          </Link>
        )}
      </header>
      {all.length === 0 && <p className="text-mute">Nobody looks for players now. Ask for some!</p>}
      {/* On a phone one, so that the first event stays in sight. */}
      <ul
        className={`grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-3 empty:hidden ${isWhole ? '' : 'max-sm:*:not-first:hidden'}`}
      >
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
  const isIn = players?.some((player) => player.mine) ?? false;
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
        {!isIn && !mine && game.free > 0 && <Join game={game} />}
        {!isShort && <Taps game={game} isIn={isIn} />}
      </div>
    </Card>
  );
}

/** Whether another name can mend it. */
const isAboutName = (error: Error): boolean => error instanceof ApiError && error.field === 'playerName';

const sendJoin = once('join', ({ id, playerName }: { id: string; playerName: string }, idempotencyKey) =>
  request<typeof joinOpenGame>('POST /api/open-games/{id}/join', {
    ...{ params: { id }, body: { playerName }, idempotencyKey },
  }),
);

/** One tap where this phone knows a name, else the question for one. */
function Join({ game: { id, game, host, location } }: { game: Shown }) {
  const client = useQueryClient();
  const [known] = useTypedNames();
  const asking = useDialog();
  const join = useVisitorAct((playerName: string) => sendJoin({ id, playerName }), {
    fails: 'You could not join. Please try again.',
    busy: 'You are joining.',
    inForm: isAboutName,
    failed: (error) => isAboutName(error) && asking.open(),
    done: (answer, name) => {
      asking.close();
      noteMine(client, id, answer);
      rememberName(name);
      showToast({ title: 'You are in', description: `${game}, ${location}, as ${isolated(name)}.` });
    },
  });
  return (
    <>
      <Button
        tone="sea"
        aria-label={`Join ${game} of ${host}`}
        onClick={() => (known === undefined ? asking.open() : join.run(known.name))}
        disabledReason={join.busy}
      >
        {join.isBusy ? 'Joining...' : 'Join'}
      </Button>
      {asking.show(() => (
        <UserNameDialog
          title={`Join ${game}`}
          description="The host and who plays see your name."
          submitLabel="Join"
          sendingLabel="Joining..."
          name={known?.name ?? ''}
          act={join}
          onClose={asking.close}
        />
      ))}
    </>
  );
}

type TapProps = { send: () => Promise<unknown>; done: () => void; name: string; tone?: 'ghost'; children: string };

function Tap({ send, done, name, children, ...look }: TapProps) {
  const act = useVisitorAct(send, { fails: 'That did not work. Please try again.', done });
  return (
    <ActButton act={act} {...look} aria-label={`${children}: ${name}`}>
      {children}
    </ActButton>
  );
}

/** To leave, to cancel or remove, and to report. */
function Taps({ game: { id, game, mine = false }, isIn }: { game: Shown; isIn: boolean }) {
  const client = useQueryClient();
  const { on, desk } = useAdminMode();
  const params = { id };
  const out = () => {
    focusMain();
    noteMine(client, id, null);
  };
  const end = () => {
    out();
    client.setQueryData(openGamesQuery.queryKey, (games) => games?.filter((one) => one.id !== id));
    showToast({ title: mine ? 'Game cancelled' : 'Game removed', description: `${game} looks for nobody any more.` });
  };
  const isEnder = mine || on || hasRole(desk, LIBRARY);
  return (
    <>
      {isIn && (
        <Tap
          name={game}
          send={() => request<typeof leaveOpenGame>('DELETE /api/open-games/{id}/join', { params })}
          done={out}
        >
          Leave
        </Tap>
      )}
      {isEnder && (
        <Tap
          name={game}
          tone="ghost"
          send={() => request<typeof endOpenGame>('DELETE /api/open-games/{id}', { params })}
          done={end}
        >
          {mine ? 'Cancel game' : 'Remove'}
        </Tap>
      )}
      {!mine && (
        <Tap
          name={game}
          tone="ghost"
          send={() => request<typeof reportOpenGame>('POST /api/open-games/{id}/report', { params })}
          done={() => showToast({ title: 'Reported', description: 'Event staff will look at it.' })}
        >
          Report
        </Tap>
      )}
    </>
  );
}
