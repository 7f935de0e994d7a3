import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import Hourglass from 'lucide-react/icons/hourglass';
import Users from 'lucide-react/icons/users';
import { memo, type ReactNode, useState } from 'react';
import { ActButton, useVisitorAct } from '#features/access/web/act.tsx';
import { adminRefused, useAdminMode } from '#features/access/web/state.ts';
import { ApiError, request, sentenceOf } from '#platform/web/api.ts';
import { Badge, type Colour } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { focusMain } from '#platform/web/ui/focus.ts';
import { Card } from '#platform/web/ui/frames.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { GameType, ListedGame, removeGame } from '../contract.ts';
import { Loan } from './Loan.tsx';
import { bringBack, gamesQuery, markMine } from './queries.ts';

/** Removes without confirmation; the toast offers Undo. */
function RemoveGame({ game, mine }: { game: ListedGame; mine: boolean }) {
  const client = useQueryClient();
  const { on: admin } = useAdminMode();
  const { id } = game;
  const remove = useVisitorAct(() => request<typeof removeGame>('DELETE /api/inventory/{id}', { params: { id } }), {
    fails: 'Failed to remove game. Please try again.',
    busy: 'The game is being removed.',
    done: () => {
      // The focused button disappears with its card, so the focus moves to the page.
      focusMain();
      client.setQueryData(gamesQuery.queryKey, (games) => games?.filter((other) => other.id !== id));
      offerUndo(client, game);
    },
    failed: (error) => {
      // The admin session has ended: this is now somebody else's game.
      if (admin && !mine && error instanceof ApiError && [401, 403].includes(error.status)) adminRefused();
      refresh(client, error);
    },
  });
  return (
    <ActButton act={remove} tone="ghost" className="shrink-0" aria-label={`Remove ${game.name}`}>
      Remove
    </ActButton>
  );
}

/** Already removed, for example on another phone: refetch the list. */
const refresh = (client: QueryClient, error: Error) => {
  if (error instanceof ApiError && error.status === 404) void client.invalidateQueries(gamesQuery);
};

const offerUndo = (client: QueryClient, game: ListedGame) =>
  showToast({
    title: 'Game Removed',
    description: `${game.name} is off the list.`,
    duration: 5_000,
    action: {
      label: 'Undo',
      altText: `Put ${game.name} back on the list`,
      onPress: () => void undo(client, game),
    },
  });

async function undo(client: QueryClient, game: ListedGame) {
  try {
    markMine(client, await bringBack(game));
    showToast({ title: 'Game restored', description: `${game.name} is on the list again.` });
  } catch (error) {
    showError(sentenceOf(error, 'Failed to bring the game back. Please add it again.'));
    // Perhaps only the answer was lost.
    void client.invalidateQueries(gamesQuery);
  }
}

/** Word and colour of each game type, the same as for events. */
export const TYPE_LABEL: Readonly<Record<GameType, string>> = {
  'board-game': 'Board game',
  'card-game': 'Card game',
  'video-game': 'Video game',
};

const TYPE_COLOUR: Readonly<Record<GameType, Colour>> = {
  'board-game': 'sea',
  'card-game': 'sky',
  'video-game': 'violet',
};

export const TYPE_CHOICES = [
  { value: '', label: 'All Types' },
  { value: 'board-game', label: 'Board Games' },
  { value: 'card-game', label: 'Card Games' },
  { value: 'video-game', label: 'Video Games' },
] as const;

/** "2-4 players"; a longer text ("best with 4") is shown unchanged. */
const playersText = (playerCount: string): string => {
  if (!/^\d+(\s*[-–]\s*\d+)?\+?$/.test(playerCount)) return playerCount;
  return `${playerCount} ${playerCount === '1' ? 'player' : 'players'}`;
};

type GameCardProps = {
  game: ListedGame;
  mine: boolean;
  removable: boolean;
  /** Looks for players for it. */
  onLook: ((game: string) => void) | undefined;
};

export const GameCard = memo(function GameCard({ game, mine, removable, onLook }: GameCardProps) {
  const { name, gameType, owner, playerCount, playTime, description } = game;
  return (
    <Card as="article" accent={TYPE_COLOUR[gameType]} className="flex h-full flex-col gap-2.5 p-4.5">
      <div>
        <Badge colour={TYPE_COLOUR[gameType]}>{TYPE_LABEL[gameType]}</Badge>
      </div>
      <h2 className="text-xl leading-tight font-semibold [overflow-wrap:anywhere]">{name}</h2>
      {description !== null && <Description text={description} />}
      {(playerCount !== null || playTime !== null) && (
        <p className="flex flex-wrap gap-x-5 gap-y-1.5 text-[0.9375rem]">
          {playerCount !== null && (
            <Fact icon={<Users />} label="Players">
              {playersText(playerCount)}
            </Fact>
          )}
          {playTime !== null && (
            <Fact icon={<Hourglass />} label="Play time">
              {`${playTime.toLocaleString('en-US')} min`}
            </Fact>
          )}
        </p>
      )}
      <Loan game={game} />
      {/* As high without the button as with it: which games are this device's is known only after the page is drawn. */}
      <div className="mt-auto flex min-h-11 items-center justify-between gap-3">
        <p className="min-w-0 text-[0.9375rem] text-mute [overflow-wrap:anywhere]">
          Brought by <strong className="font-semibold text-ink">{owner}</strong>
        </p>
        {removable && <RemoveGame game={game} mine={mine} />}
      </div>
      {onLook && (
        <Button
          tone="ghost"
          className="self-start"
          aria-label={`Look for players: ${name}`}
          onClick={() => onLook(name)}
        >
          Look for players
        </Button>
      )}
    </Card>
  );
});

/** More characters than about four lines of a card. */
const LONG = 140;

function Description({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const long = text.length > LONG || text.includes('\n');
  return (
    <div className="text-[0.9375rem] text-mute">
      <p className={`whitespace-pre-line [overflow-wrap:anywhere] ${long && !open ? 'line-clamp-4' : ''}`}>{text}</p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="min-h-11 cursor-pointer font-semibold text-sea underline-offset-4 hover:underline"
        >
          {open ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  );
}

const Fact = ({ icon, label, children }: { icon: ReactNode; label: string; children: string }) => (
  <span className="flex min-w-0 items-center gap-1.5">
    <span aria-hidden="true" className="shrink-0 text-mute [&_svg]:size-4.5">
      {icon}
    </span>
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <span className="sr-only">{label}: </span>
      {children}
    </span>
  </span>
);
