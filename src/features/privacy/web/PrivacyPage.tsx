import { type ReactNode, useId } from 'react';
import { PageFrame } from '#platform/web/PageFrame.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { PageTitle } from '#platform/web/ui/page-title.tsx';
import { DeleteMine } from './DeleteMine.tsx';
import { STORED_THINGS, type StoredThing } from './parts/stored-things.ts';

type PrivacyPageProps = {
  /** The visitor's devices, and what this one keeps. */
  devices: ReactNode;
  /** Deletes what else this device keeps of the visitor. */
  dropCopies: () => Promise<void>;
};

/** What is stored about a visitor, why, how long and who sees it, and how to delete it. */
export function PrivacyPage({ devices, dropCopies }: PrivacyPageProps) {
  return (
    <PageFrame>
      <PageTitle>PRIVACY</PageTitle>
      <p className="max-w-3xl text-xl text-pretty">
        You need no password and no email here: a name will do, and it need not be your real one. This page says what is
        stored about you, and lets you delete it.
      </p>
      <DeleteMine dropCopies={dropCopies} />
      {devices}
      <ul className="grid gap-4 lg:grid-cols-2">
        {STORED_THINGS.map((thing) => (
          <StoredCard key={thing.what} {...thing} />
        ))}
      </ul>
      <Card as="section" aria-labelledby="never" className="grid gap-3 p-5 sm:p-6">
        <h2 id="never" className="font-display text-[2rem] leading-none">
          WHAT NEVER HAPPENS
        </h2>
        <p className="max-w-prose text-pretty">
          Nobody counts your visits, and nothing here is sold, shared or shown to advertisers. Your device talks to this
          festival’s server only: pictures from the chat come through it, and maps or other sites are opened when you
          press their links. Ticked missions, the light or dark theme and similar settings stay in your browser and are
          never sent.
        </p>
      </Card>
    </PageFrame>
  );
}

function StoredCard({ what, colour, why, seenBy, howLong }: StoredThing) {
  const id = useId();
  return (
    <Card as="li" accent={colour} aria-labelledby={id} className="grid content-start gap-3 p-5 sm:p-6">
      <h2 id={id} className="text-xl font-semibold text-balance">
        {what}
      </h2>
      <dl className="grid gap-3">
        <Fact name="Why" text={why} />
        <Fact name="Who sees it" text={seenBy} />
        <Fact name="How long" text={howLong} />
      </dl>
    </Card>
  );
}

const Fact = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt className="text-sm font-semibold text-mute">{name}</dt>
    <dd className="max-w-prose text-pretty">{text}</dd>
  </div>
);
