import { onDemand } from '#platform/web/on-demand.tsx';
import { OnlinePart } from './OnlinePart.tsx';

const Queue = onDemand(() => import('#features/points/claims/web/ClaimQueue.tsx').then((module) => module.ClaimQueue));

/** What people claimed, for organisers and on a helper's desk. */
export const ClaimsPart = ({ heading }: { heading: 'h2' | 'h4' }) => (
  <OnlinePart what="claims">
    <Queue heading={heading} />
  </OnlinePart>
);
