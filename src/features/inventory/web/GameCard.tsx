import Hourglass from 'lucide-react/icons/hourglass';
import Users from 'lucide-react/icons/users';
import { memo, type ReactNode, useState } from 'react';
import { Badge } from '#platform/web/ui/badge.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import type { ListedGame } from '../contract.ts';
import { playersText, TYPE_COLOUR, TYPE_LABEL } from './parts/words.ts';
import { RemoveGame } from './RemoveGame.tsx';

type GameCardProps = { game: ListedGame; mine: boolean; removable: boolean };

export const GameCard = memo(function GameCard({ game, mine, removable }: GameCardProps) {
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
      {/* As high without the button as with it: which games are this device's is known only after the page is drawn. */}
      <div className="mt-auto flex min-h-11 items-center justify-between gap-3">
        <p className="min-w-0 text-[0.9375rem] text-mute [overflow-wrap:anywhere]">
          Brought by <strong className="font-semibold text-ink">{owner}</strong>
        </p>
        {removable && <RemoveGame game={game} mine={mine} />}
      </div>
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
