/** Line charts as SVG, legible on light and dark pages. */
export type Series = { readonly name: string; readonly points: readonly (readonly [x: number, y: number])[] };
export type Axis = {
  readonly label: string;
  readonly ticks: readonly number[];
  readonly log?: boolean;
  readonly text?: (value: number) => string;
};
export type Chart = { readonly title: string; readonly x: Axis; readonly y: Axis; readonly series: readonly Series[] };

const HEIGHT = 300;
const TOP = 44;
const BOTTOM = 50;
/** In the document the lines' names are beside them; in a small picture, which a phone shows at its own size, above them. */
const LAYOUTS = {
  document: { width: 640, left: 76, right: 150 },
  small: { width: 380, left: 56, right: 12 },
} as const;
type Layout = keyof typeof LAYOUTS;
/** Of a letter, on average. */
const LETTER = 7;
/** Least vertical distance between the names of two lines. */
const APART = 16;

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1c2733 }
  .title { font-weight: 600; font-size: 15px }
  .grid { stroke: #c9d2da }
  .line { fill: none; stroke-width: 2.5 }
  .s0 { stroke: #0b62a8 } .s1 { stroke: #b3471d } .s2 { stroke: #2d7a3a } .s3 { stroke: #7a3d9a }
  .back { fill: #ffffff }
  @media (prefers-color-scheme: dark) {
    text { fill: #e4e9ee } .grid { stroke: #47535f } .back { fill: #14191f }
    .s0 { stroke: #6db7f2 } .s1 { stroke: #f0996f } .s2 { stroke: #7fce8c } .s3 { stroke: #cf9beb }
  }`;

const plain = (value: number): string => value.toLocaleString('en');

function scale({ ticks, log = false }: Axis, from: number, to: number): (value: number) => number {
  // An axis from 0 has no logarithm there; with one added, 0 and 1 are apart and the other tens stay in place.
  const [least = 1] = ticks;
  const of = (value: number) => (log ? Math.log10(least === 0 ? value + 1 : Math.max(value, least)) : value);
  const [low, high] = [of(ticks[0] ?? 0), of(ticks.at(-1) ?? 1)];
  return (value) => from + ((of(value) - low) / (high - low)) * (to - from);
}

/** Moves labels apart that would overlap. */
function spread(heights: readonly number[]): number[] {
  const placed = [...heights];
  const order = [...heights.keys()].sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  for (const [at, index] of order.entries()) {
    const above = order[at - 1];
    if (above !== undefined) placed[index] = Math.max(placed[index] ?? 0, (placed[above] ?? 0) + APART);
  }
  return placed;
}

/** Returns where the name of each line begins, with its stroke of 18 before it. */
function inARow(series: readonly Series[], right: number): number[] {
  let end = right;
  return series
    .toReversed()
    .map(({ name }) => {
      end -= name.length * LETTER + 30;
      return end + 30;
    })
    .toReversed();
}

function chartAt({ title, x, y, series }: Chart, top: number, layout: Layout): string {
  const { width, left, right: margin } = LAYOUTS[layout];
  const right = width - margin;
  const bottom = HEIGHT - BOTTOM;
  const atX = scale(x, left, right);
  const atY = scale(y, bottom, TOP);
  const lines = y.ticks.map((tick) => {
    const height = atY(tick).toFixed(1);
    const text = (y.text ?? plain)(tick);
    return `<path class="grid" d="M${left} ${height}H${right}"/><text x="${left - 8}" y="${height}" dy="4" text-anchor="end">${text}</text>`;
  });
  const below = x.ticks.map(
    (tick) =>
      `<text x="${atX(tick).toFixed(1)}" y="${bottom + 18}" text-anchor="middle">${(x.text ?? plain)(tick)}</text>`,
  );
  // Beside the highest point, where the lines are furthest apart.
  const names = spread(series.map(({ points }) => atY(Math.max(...points.map(([, py]) => py)))));
  const begins = inARow(series, right);
  const drawn = series.map(({ name, points }, n) => {
    const path = points.map(([px, py]) => `${atX(px).toFixed(1)} ${atY(py).toFixed(1)}`).join('L');
    const [nameX, nameY] = layout === 'small' ? [begins[n] ?? 0, TOP - 12] : [right + 24, names[n]];
    return `<path class="line s${n}" d="M${path}"/><path class="line s${n}" d="M${nameX - 18} ${nameY}h12"/><text x="${nameX}" y="${nameY}" dy="4">${name}</text>`;
  });
  return `<g transform="translate(0 ${top})">
<text class="title" x="${left}" y="20">${title}</text>
<text x="${left}" y="${TOP - 8}">${y.label}</text>
<text x="${(left + right) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${x.label}</text>
${[...lines, ...below, ...drawn].join('\n')}
</g>`;
}

/** Returns the charts below each other. */
export function picture(charts: readonly Chart[], layout: Layout = 'document'): string {
  const { width } = LAYOUTS[layout];
  const height = HEIGHT * charts.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${charts.map(({ title }) => title).join('; ')}">
<style>${STYLE}
</style>
<rect class="back" width="${width}" height="${height}"/>
${charts.map((chart, n) => chartAt(chart, n * HEIGHT, layout)).join('\n')}
</svg>
`;
}
