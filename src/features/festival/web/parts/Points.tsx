import { Badge } from '#platform/web/ui/badge.tsx';
import type { Mission } from '../../contract.ts';

/** Not toLocaleString: the device's language would write digits differently from the server. */
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** A number in arcade lettering; a text ('1 for each year') as a badge. */
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
