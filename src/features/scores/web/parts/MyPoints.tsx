import type { ReactNode } from 'react';
import type { Standing } from '../../rules/standings.ts';

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
