import { Link } from 'wouter';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { PixelSea, PixelSun, Stars } from './HeroScene.tsx';

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
    <Stars className="hero-stars" />
    <p aria-hidden="true" className="lost-digits">
      4<PixelSun className="lost-sun" />4
    </p>
    <PixelSea className="hero-sea" />
  </section>
);
