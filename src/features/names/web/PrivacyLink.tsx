import { Link } from 'wouter';

/** For the forms by which a visitor registers. */
export const PrivacyLink = () => (
  <p className="text-sm text-mute">
    <Link to="/privacy" className="underline underline-offset-4 hover:text-ink">
      What is stored about you, and how to delete it
    </Link>
  </p>
);
