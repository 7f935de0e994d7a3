import { Link } from 'wouter';
import { useFestival } from '#features/festival/web/queries.ts';
import { showEvents } from '#features/home/web/parts/home-address.ts';
import { HERO_SUN, sunPath, wavePath } from '#platform/scene.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';

/** The hero's pixel scenery as SVG: a striped sun, stars and a stepped sea. */
const SUN = sunPath(HERO_SUN.rows, HERO_SUN.gaps);

export const PixelSun = ({ className }: { className: string }) => (
  <svg
    aria-hidden="true"
    viewBox={`0 0 ${HERO_SUN.rows} ${HERO_SUN.rows}`}
    className={className}
    shapeRendering="crispEdges"
  >
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

export const Stars = () => (
  <svg
    aria-hidden="true"
    className="inset-0 h-[55%] w-full opacity-55 [mask:linear-gradient(#000_30%,transparent)]"
    shapeRendering="crispEdges"
  >
    <pattern id="stars" width="780" height="200" patternUnits="userSpaceOnUse">
      <path d={STARS} fill="#fff3d6" />
    </pattern>
    <rect width="100%" height="100%" fill="url(#stars)" />
  </svg>
);

const STEP = 8;

const WAVES = [
  { id: 'back', tops: [2, 1, 0, 1, 2, 3, 2], wide: 34, from: 0, fill: 'fill-[light-dark(#3c3a8c,#2b2b6a)]' },
  { id: 'middle', tops: [0, 1, 2, 3, 2, 1], wide: 44, from: 22, fill: 'fill-[light-dark(#6f6cb8,#1c2158)]' },
  { id: 'front', tops: [2, 1, 0, 1, 2, 3, 2, 3], wide: 52, from: 50, fill: 'fill-night' },
];

export const PixelSea = () => (
  <svg aria-hidden="true" className="right-0 bottom-0 left-0 h-(--sea-height) w-full" shapeRendering="crispEdges">
    {WAVES.map(({ id, tops, wide, from, fill }) => (
      <g key={id}>
        <pattern id={`wave-${id}`} width={tops.length * wide} height="160" y={from} patternUnits="userSpaceOnUse">
          <path
            d={wavePath(
              tops.map((top) => top * STEP),
              wide,
              160,
            )}
            className={fill}
          />
        </pattern>
        <rect y={from} width="100%" height="160" fill={`url(#wave-${id})`} />
      </g>
    ))}
  </svg>
);

const GLASS = 'hero-glass';

/** Long names get smaller letters; 60 characters are allowed. */
const nameSize = (name: string): 'short' | 'long' | 'longest' => {
  if (name.length > 42) return 'longest';
  return name.length > 26 ? 'long' : 'short';
};

/** The compact form is for the day, when the hero stands between people and what they look for. */
type HeroProps = { compact?: boolean; onRegister: () => void };

export const Hero = ({ compact = false, onRegister }: HeroProps) => {
  const { name, dates, place, blurb } = useFestival();
  return (
    <section aria-labelledby="festival-name" className={compact ? 'hero hero-day' : 'hero'}>
      <div className="hero-sky" />
      <div className="hero-text">
        <h1 id="festival-name" className="hero-name" data-length={nameSize(name)}>
          {name}
        </h1>
        <p className="hero-when">
          {dates} <span aria-hidden="true">·</span> {place}
        </p>
        <p className="hero-blurb">{blurb}</p>
        {/* Always in the page and shown by CSS: the server does not know who is a newcomer (early.js). */}
        <Link
          to="/schedule"
          className="hidden min-h-11 w-fit items-center font-semibold underline underline-offset-4 in-[:root[data-newcomer]:not([data-admin])]:flex"
        >
          Registered in the browser or on another phone? Bring your places here
        </Link>
        <div className="hero-actions">
          <Button tone="sun" onClick={showEvents}>
            Browse events
          </Button>
          <Link to="/top-gun" className={`${buttonClass('ghost')} ${GLASS}`}>
            Top Gun Competition
          </Link>
          <Button tone="ghost" className={GLASS} onClick={onRegister}>
            Register
          </Button>
        </div>
      </div>
      {/* Last, because it lies on the hero's lower edge: rendered earlier, it would jump while the page loads. */}
      {!compact && (
        <>
          <Stars />
          <PixelSun className="hero-sun" />
          <PixelSea />
        </>
      )}
    </section>
  );
};
