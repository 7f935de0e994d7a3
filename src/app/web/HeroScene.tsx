/** The hero's pixel scenery as SVG: a striped sun, stars and a stepped sea. */

const CELLS = 52;
/** Rows cut out of the sun, closer and thicker towards the horizon. */
const GAPS = new Set([9, 15, 21, 26, 27, 32, 33, 37, 38, 42, 43, 44, 47, 48, 49]);

const sunRow = (row: number): string => {
  const rise = row + 0.5 - CELLS / 2;
  const half = Math.round(Math.sqrt((CELLS / 2) ** 2 - rise ** 2));
  return half === 0 || GAPS.has(row) ? '' : `M${CELLS / 2 - half} ${row}h${half * 2}v1h${-half * 2}z`;
};
const SUN = Array.from({ length: CELLS }, (_, row) => sunRow(row)).join('');

export const PixelSun = ({ className }: { className: string }) => (
  <svg aria-hidden="true" viewBox={`0 0 ${CELLS} ${CELLS}`} className={className} shapeRendering="crispEdges">
    <linearGradient id="sunlight" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="#fff0b3" />
      <stop offset="0.5" stopColor="#ffc24d" />
      <stop offset="1" stopColor="#ff6f61" />
    </linearGradient>
    <path d={SUN} fill="url(#sunlight)" />
  </svg>
);

const STARS =
  'M40 30h4v4h-4zM150 72h3v3h-3zM236 20h3v3h-3zM318 110h3v3h-3zM402 46h4v4h-4zM470 150h3v3h-3zM560 24h3v3h-3zM604 92h4v4h-4zM92 138h3v3h-3zM690 58h3v3h-3zM742 128h3v3h-3zM196 168h3v3h-3z';

export const Stars = ({ className }: { className: string }) => (
  <svg aria-hidden="true" className={className} shapeRendering="crispEdges">
    <pattern id="stars" width="780" height="200" patternUnits="userSpaceOnUse">
      <path d={STARS} fill="#fff3d6" />
    </pattern>
    <rect width="100%" height="100%" fill="url(#stars)" />
  </svg>
);

const STEP = 8;

/** Returns one wave as steps: the heights of its tops, each `wide` pixels long, repeated. */
const swell = (tops: readonly number[], wide: number): string =>
  `M0 160V${(tops[0] ?? 0) * STEP}${tops.map((top) => `V${top * STEP}h${wide}`).join('')}V160z`;

const WAVES = [
  { id: 'back', tops: [2, 1, 0, 1, 2, 3, 2], wide: 34, from: 0 },
  { id: 'middle', tops: [0, 1, 2, 3, 2, 1], wide: 44, from: 22 },
  { id: 'front', tops: [2, 1, 0, 1, 2, 3, 2, 3], wide: 52, from: 50 },
];

export const PixelSea = ({ className }: { className: string }) => (
  <svg aria-hidden="true" className={className} shapeRendering="crispEdges">
    {WAVES.map(({ id, tops, wide, from }) => (
      <g key={id}>
        <pattern id={`wave-${id}`} width={tops.length * wide} height="160" y={from} patternUnits="userSpaceOnUse">
          <path d={swell(tops, wide)} className={`wave-${id}`} />
        </pattern>
        <rect y={from} width="100%" height="160" fill={`url(#wave-${id})`} />
      </g>
    ))}
  </svg>
);
