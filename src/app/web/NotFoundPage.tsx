import { Link } from 'wouter';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { PixelSea, PixelSun } from './HeroScene.tsx';

/** Any path nobody made. */
export const NotFoundPage = () => (
  <section aria-labelledby="not-found" className="hero lost">
    <div className="hero-sky" />
    <div className="hero-text">
      <p aria-hidden="true" className="hero-name">
        404
      </p>
      <h1 id="not-found" className="hero-when">
        Page not found
      </h1>
      <p className="hero-blurb">This page was not found. It may have moved, or the address has a slip in it.</p>
      <div className="hero-actions">
        <Link to="/" className={buttonClass('sun')}>
          Back to the events
        </Link>
      </div>
    </div>
    <PixelSun className="hero-sun" />
    <PixelSea className="hero-sea" />
  </section>
);
