import { ScoreboardPage } from '#features/scores/web/ScoreboardPage.tsx';
import { useMyNames } from './my-names.ts';

/** Passes the device's names, known from its RSVPs, to the scoreboard, which must not import them. */
export const ScoreboardScreen = () => <ScoreboardPage myNames={useMyNames()} />;
