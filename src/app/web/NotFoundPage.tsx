import { Link } from 'wouter';
import { PixelSea, PixelSun, Stars } from '#features/home/web/Hero.tsx';
import { buttonClass } from '#platform/web/ui/button.tsx';

const DIGITS =
  'absolute inset-x-0 bottom-[calc(var(--sea-height)-1.75rem)] -z-1 flex items-end justify-center gap-[0.08em] font-display text-(length:--digit) leading-[0.66] [text-shadow:0_0.04em_0_#7a2a63]';

/** The 404 page: the number sinks in the sea, with the sun as its zero. */
export const NotFoundPage = () => (
  <section aria-labelledby="not-found" className="hero lost">
    <div className="hero-sky" />
    <div className="hero-text">
      <h1 id="not-found" className="hero-name">
        Page not found
      </h1>
      <p className="hero-blurb">
        This page was not found. It may have moved, or the address has a slip in it. The festival is still where you
        left it.
      </p>
      <div className="hero-actions">
        <Link to="/" className={buttonClass('sun')}>
          Back to the events
        </Link>
        <Link to="/schedule" className={`${buttonClass('ghost')} hero-glass`}>
          My schedule
        </Link>
        <Link to="/details" className={`${buttonClass('ghost')} hero-glass`}>
          Festival details
        </Link>
      </div>
    </div>
    <Stars />
    <p aria-hidden="true" className={DIGITS}>
      4<PixelSun className="mb-[-0.06em] w-[0.62em]" />4
    </p>
    <PixelSea />
  </section>
);
