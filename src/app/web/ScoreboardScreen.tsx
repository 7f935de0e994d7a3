import { ScoreboardPage } from '#features/scores/web/ScoreboardPage.tsx';
import { useMyNames } from './my-names.ts';

/** The scoreboard knows users; which of them are on this device is told by its RSVPs. */
export const ScoreboardScreen = () => <ScoreboardPage myNames={useMyNames()} />;
