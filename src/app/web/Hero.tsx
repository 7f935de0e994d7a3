import { Link } from 'wouter';
import { useFestival } from '#features/festival/web/queries.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { PixelSea, PixelSun, Stars } from './HeroScene.tsx';
import { showEvents } from './home-address.ts';

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
