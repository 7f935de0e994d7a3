export const pointsWord = (score: number): string => (Math.abs(score) === 1 ? 'point' : 'points');
