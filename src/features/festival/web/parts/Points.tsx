import { Badge } from '#platform/web/ui/badge.tsx';
import type { Mission } from '../../contract.ts';

/** Grouped by hand: what the device's language would write differs from what the server wrote. */
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** A number in high-score lettering; words ('1 for each year') as a badge, since they are read. */
export const Points = ({ points }: Pick<Mission, 'points'>) => {
  const text = String(points);
  if (!/^-?\d+$/.test(text)) {
    return (
      <span className="mission-words">
        <Badge colour="sun">{text}</Badge>
      </span>
    );
  }
  return (
    <span className="mission-points" data-jackpot={text.length > 4 || undefined}>
      {grouped(text)} <span className="mission-unit">{text === '1' ? 'point' : 'points'}</span>
    </span>
  );
};
