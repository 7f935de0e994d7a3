import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useIsOver } from '#features/events/web/state.ts';
import { myNamesQuery } from '#features/people/names/web/state.ts';
import { RegisterDialog } from '#features/people/users/web/RegisterDialog.tsx';
import { myAccountsQuery } from '#features/people/users/web/state.ts';
import { isolated } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import type { Standing } from '../../rules/standings.ts';
import { Points } from './Points.tsx';

/** Shows how a standing's points came about. Keep it the same between renders. */
export type OnPoints = (standing: Standing) => void;

type MyPointsProps = { standing: Standing; mine: boolean; onPoints: OnPoints; children: ReactNode };

/** Points of this device lead to their entries, as high as those of others. */
export const MyPoints = ({ standing, mine, onPoints, children }: MyPointsProps) =>
  mine ? (
    <button
      type="button"
      className="-m-2 min-h-11 min-w-11 rounded-lg p-2 underline decoration-sun/60 underline-offset-4"
      onClick={() => onPoints(standing)}
    >
      {children}
      <span className="sr-only">, how they came about</span>
    </button>
  ) : (
    children
  );

/** This device's best standing at the foot of the screen. */
export function MyLine({ standing, onPoints }: { standing: Standing; onPoints: OnPoints }) {
  const { name, rank, score } = standing;
  return (
    <AtFoot>
      <button
        type="button"
        aria-label={`Your line: rank ${rank.toLocaleString('en-US')}, ${name}, ${counted(score, 'point')}`}
        className="pointer-events-auto absolute inset-x-0 bottom-0 flex min-h-13 items-center gap-3 rounded-xl border border-sea bg-panel px-4 py-1.5 text-left shadow-lg ring-1 ring-sea"
        onClick={() => onPoints(standing)}
      >
        <span className="min-w-10 shrink-0 font-arcade text-2xl leading-none text-mute">
          {rank.toLocaleString('en-US')}
        </span>
        <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
        <Badge colour="sea">you</Badge>
        <Points score={score} />
      </button>
    </AtFoot>
  );
}

/** Keeps its only child, an absolute box, at the foot of the screen. It lies over the page, in the same cell of its grid. */
const AtFoot = ({ children }: { children: ReactNode }) => (
  <div className="at-foot no-print pointer-events-none sticky col-start-1 row-start-1 self-end z-20 mx-auto h-0 w-full max-w-3xl wide:max-w-none bottom-[calc(var(--thumb-room)+0.5rem)]">
    {children}
  </div>
);

/** Offers an account where the own line would be: this phone has places but no account, and only accounts get points. */
export function NoAccount() {
  const { data: names = [] } = useQuery(myNamesQuery);
  const { data: accounts } = useQuery(myAccountsQuery);
  const [isOpen, setOpen] = useState(false);
  const [me] = names;
  const isOver = useIsOver();
  const isOffered = me !== undefined && accounts?.length === 0 && !isOver;
  return (
    <>
      {isOffered && (
        <AtFoot>
          <Card
            as="section"
            aria-label="No account yet"
            className="pointer-events-auto absolute inset-x-0 bottom-0 flex items-center justify-between gap-3 px-4 py-2 shadow-lg"
          >
            <p className="text-pretty">You have places, but no account for points.</p>
            <Button tone="sun" className="max-w-3/5 min-w-0 shrink" onClick={() => setOpen(true)}>
              <span className="line-clamp-2 [overflow-wrap:anywhere]">
                {me.account ? 'Make one' : `Make one as ${isolated(me.name)}`}
              </span>
            </Button>
          </Card>
        </AtFoot>
      )}
      {isOpen && <RegisterDialog onClose={() => setOpen(false)} />}
    </>
  );
}
