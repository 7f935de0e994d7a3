import { PointsList } from '#features/points/web/PointsList.tsx';
import { ordinal } from '#platform/numbers.ts';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import type { Standing } from '../../rules/standings.ts';
import { pointsWord } from './words.ts';

/** How the points of an account of this device came about. */
export const PointsDialog = ({ standing, onClose }: { standing: Standing; onClose: () => void }) => {
  const { id, name, rank, score } = standing;
  const description = `${ordinal(rank)} with ${score.toLocaleString('en-US')} ${pointsWord(score)}`;
  return (
    <Dialog open title={name} description={description} onClose={onClose}>
      <PointsList userId={id} name={name} />
    </Dialog>
  );
};
