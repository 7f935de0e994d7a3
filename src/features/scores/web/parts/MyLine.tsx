import type { ReactNode } from 'react';
import { counted } from '#platform/numbers.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import type { Standing } from '../../rules/standings.ts';
import type { OnPoints } from './MyPoints.tsx';
import { Points } from './Points.tsx';

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
export const AtFoot = ({ children }: { children: ReactNode }) => (
  <div className="at-foot no-print pointer-events-none sticky col-start-1 row-start-1 self-end z-20 mx-auto h-0 w-full max-w-3xl wide:max-w-none bottom-[calc(var(--thumb-room)+0.5rem)]">
    {children}
  </div>
);
