import Printer from 'lucide-react/icons/printer';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ImportProgramme } from '#features/archive/web/ImportProgramme.tsx';
import { LoadSample } from '#features/archive/web/Sample.tsx';
import { EditFestival } from '#features/festival/web/EditFestival.tsx';
import { useFestival } from '#features/festival/web/queries.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { isLoopback, type Settled, type Step, type StepState } from '../../rules.ts';

type Addresses = { publicUrl: string | null; origin: string };
type StepTextProps = {
  step: Step;
  state: StepState;
  known: Addresses;
  hero: ReactNode;
  zone: string;
  onSettle: (as: Settled) => void;
};

/** What to do in a step, and its buttons. */
export function StepText({ step, state, known, hero, zone, onSettle }: StepTextProps) {
  const said = { state, onSettle };
  if (step === 'password') {
    return (
      <Text {...said} confirm="I have the password">
        {state === 'done' ? (
          <p>The password is in the server’s settings, or you said that you have it.</p>
        ) : (
          <p>The server printed it once, at its first start. Keep it where your other organisers find it.</p>
        )}
        <p className="text-mute">
          Lost? The command <Code>admin-link</Code> on the server makes a link that opens this dashboard.
        </p>
      </Text>
    );
  }
  if (step === 'facts') {
    return (
      <Text {...said} confirm="These facts are right" action={<EditFestival hero={hero} />}>
        <Facts />
      </Text>
    );
  }
  if (step === 'programme') {
    return (
      <Text {...said} action={<LoadSample />}>
        <p>Bring a table from your spreadsheet, or create events one by one with the button below.</p>
        <ImportProgramme zone={zone} />
        <p className="text-mute">
          Only looking around? The sample festival fills everything with invented events and people. Clearing it brings
          you back here.
        </p>
      </Text>
    );
  }
  if (step === 'address') return <AddressText {...said} {...known} />;
  return (
    <Text {...said} confirm="I printed the poster" action={<OpenPoster />}>
      <p>
        A page for the entrance and the lift: the festival’s name and a code that leads to{' '}
        <strong className="font-semibold [overflow-wrap:anywhere]">{known.origin}</strong>.
      </p>
    </Text>
  );
}

const Facts = () => {
  const { name, dates, place } = useFestival();
  return (
    <>
      <p>
        Visitors read <strong className="font-semibold [overflow-wrap:anywhere]">{name}</strong>, {dates}, {place}.
      </p>
      <p className="text-mute">
        Name, days, place, links, questions and answers, and missions come from the server’s file until you edit them.
      </p>
      <p>Say there too where announcements come from: from Discord as well, or only from here.</p>
    </>
  );
};

const OpenPoster = () => (
  <Link to="/print?sheet=festival" className={buttonClass('sea')}>
    <Printer aria-hidden="true" />
    Open the poster
  </Link>
);

type TextProps = {
  state: StepState;
  onSettle: (as: Settled) => void;
  children: ReactNode;
  action?: ReactNode;
  /** Of the button that says the step is done, where the data cannot show it. */
  confirm?: string;
};

const Text = ({ state, onSettle, children, action, confirm }: TextProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <div className="grid max-w-prose gap-2 text-pretty">{children}</div>
    <div className="flex flex-wrap items-center gap-2.5">
      {action}
      {confirm && state !== 'done' && (
        <Button tone={action ? 'quiet' : 'sea'} onClick={() => onSettle('done')}>
          {confirm}
        </Button>
      )}
      {state === 'open' && (
        <Button tone="ghost" onClick={() => onSettle('skipped')}>
          Skip
        </Button>
      )}
    </div>
  </div>
);

const Code = ({ children }: { children: ReactNode }) => (
  <code className="rounded bg-raise px-1.5 py-0.5 text-sm text-ink [overflow-wrap:anywhere]">{children}</code>
);

type AddressProps = Pick<TextProps, 'state' | 'onSettle'> & Addresses;

function AddressText({ publicUrl, origin, ...said }: AddressProps) {
  const isHereAlone = isLoopback(origin);
  return (
    <Text {...said} {...(isHereAlone ? {} : { confirm: 'My phone opens this address' })}>
      <p>QR codes and links lead to</p>
      <p className="font-display text-3xl leading-none text-sun [overflow-wrap:anywhere]">{origin}</p>
      {publicUrl === null ? (
        <p>
          {isHereAlone
            ? 'Only this computer can open that. '
            : 'That is how this browser came here. Try it on a phone. '}
          For another address set <Code>PUBLIC_URL=https://games.example.org</Code> on the server, and restart it.
        </p>
      ) : (
        <p>PUBLIC_URL on the server sets this address.</p>
      )}
    </Text>
  );
}
