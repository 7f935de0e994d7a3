/** The pixel scenery of hero, icons and shared pictures, as SVG paths on a grid. */

/** Returns a sun as rows of cells, `rows` wide and high; those in `gaps` are cut out. `x` and `y` are its left upper corner. */
export function sunPath(rows: number, gaps: ReadonlySet<number>, x = 0, y = 0): string {
  const radius = rows / 2;
  const rowAt = (row: number): string => {
    const half = Math.round(Math.sqrt(radius ** 2 - (row + 0.5 - radius) ** 2));
    return half === 0 || gaps.has(row) ? '' : `M${x + radius - half} ${y + row}h${half * 2}v1h${-half * 2}z`;
  };
  return Array.from({ length: rows }, (_, row) => rowAt(row)).join('');
}

/** Returns a wave as steps: the heights of its tops, each `wide` long, down to `bottom`. */
export const wavePath = (tops: readonly number[], wide: number, bottom: number): string =>
  `M0 ${bottom}${tops.map((top) => `V${top}h${wide}`).join('')}V${bottom}z`;

/** Rows cut out of the hero's sun of 52 rows, closer and thicker towards the horizon. */
export const HERO_SUN = { rows: 52, gaps: new Set([9, 15, 21, 26, 27, 32, 33, 37, 38, 42, 43, 44, 47, 48, 49]) };
