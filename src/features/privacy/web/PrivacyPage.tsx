import { type ReactNode, useId } from 'react';
import type { Colour } from '#platform/web/ui/badge.tsx';
import { Card, PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';
import { DeleteMine } from './DeleteMine.tsx';

/** What is stored about a visitor, as the page says it. Add new personal data here. */
type StoredThing = {
  readonly what: string;
  readonly colour: Colour;
  readonly why: string;
  readonly seenBy: string;
  readonly howLong: string;
};

const STORED_THINGS: readonly StoredThing[] = [
  {
    what: 'Your name',
    colour: 'sun',
    why: 'As an account it is on the scoreboard with your points. At an event it marks your place, or where you stand in its waiting list, and the event staff look for it.',
    seenBy: 'Accounts and tournament brackets: everybody. Places at an event and waiting lists: the organisers.',
    howLong:
      'Until you delete it here, or the organisers erase the festival’s people. This browser also keeps the names you typed, to fill them in again, until you delete them here.',
  },
  {
    what: 'Your email, if you gave one',
    colour: 'sea',
    why: 'So that the organisers can reach you about the event that you have a place in.',
    seenBy: 'The organisers, and nobody else.',
    howLong:
      'Until 30 days after the festival’s last day. Then it is deleted automatically. Backups keep it about a week longer, some until the organisers delete them or erase the festival’s people.',
  },
  {
    what: 'Your answers to an event’s questions',
    colour: 'sun',
    why: 'Some events ask what their hosts must know, such as an age or who picks a child up. You can change your answers in the event’s details.',
    seenBy: 'The people who work at that event’s door, and the organisers.',
    howLong:
      'Until 14 days after the festival’s last day, or until the place is cancelled. Backups keep them about a week longer, some until the organisers delete them or erase the festival’s people.',
  },
  {
    what: 'Your badge, if the organisers printed one',
    colour: 'coral',
    why: 'Its name, a word for its group and a code of six letters come from the list of those who bought a ticket. By the code staff find your place and your points, and your phone gets the account.',
    seenBy: 'The organisers and those who work at doors and points desks. The name is on the scoreboard.',
    howLong: 'Until the organisers erase the festival’s people, or you delete it on the phone that has the account.',
  },
  {
    what: 'Events that interest you',
    colour: 'lime',
    why: 'So that they stand on My schedule, and their reminder comes as with a place. For a week after an event in which you were checked in you may say how it was.',
    seenBy: 'Of stars nobody. What you say of an event the organisers and its host read, without your name.',
    howLong: 'Until you delete it here, or the organisers erase the festival’s people.',
  },
  {
    what: 'The games you bring',
    colour: 'violet',
    why: 'So that others find the game, and you by the name you typed as its owner.',
    seenBy: 'Everybody.',
    howLong: 'Until you remove them, or delete everything here.',
  },
  {
    what: 'The games you look for players for, or join',
    colour: 'sea',
    why: 'So that others find the game, and its host sees who comes.',
    seenBy: 'Everybody: the host. Who joined: the host and who plays.',
    howLong: 'Two hours from when the game begins, or until you cancel, leave, or delete everything here.',
  },
  {
    what: 'The missions you claim',
    colour: 'lime',
    why: 'So that the organisers can give you the points, and see your note about who saw it.',
    seenBy: 'You, the organisers, and helpers who give points.',
    howLong: 'Until you delete everything here, or the organisers erase the festival’s people.',
  },
  {
    what: 'What changed for you',
    colour: 'coral',
    why: 'When an event you have a place in moves, gets another name or is cancelled, we keep what was and is, so that you find it in My schedule.',
    seenBy: 'You, on your devices.',
    howLong: 'Until a day after the festival, or until you delete everything here.',
  },
  {
    what: 'Where reminders reach this phone',
    colour: 'lime',
    why: 'When you turn reminders on, your browser gives us an address at its maker’s push service and the keys that only this phone can read with. Messages are encrypted for it. They hold no email, and no name but your opponent’s.',
    seenBy: 'Nobody. The push service sees that and when a message comes, not what it says.',
    howLong: 'Until you press Stop, take back the permission, or delete everything here.',
  },
  {
    what: 'A cookie on this device',
    colour: 'sky',
    why: 'A random number that makes your places and games yours: without it anybody could cancel them. It is set when you first take or add something, not when you look around. After each change a second one holds its time for three seconds, so that you see the change at once. From My schedule you can also put your places into your calendar by a secret address, and give them to another device by a code: each device has a cookie of its own. For every device we note the hour of its last visit, so that you can tell your devices apart.',
    seenBy:
      'Nobody. We store a fingerprint of it, and for two days what the server needs to send the number again if the connection drops.',
    howLong: '400 days in this browser, or until you delete it here.',
  },
  {
    what: 'Copies in this browser',
    colour: 'violet',
    why: 'So that the programme and My schedule open without network too, and what you took or cancelled in the meantime is sent when the network is back. An organiser’s browser also keeps the names of staff lists and of check-ins that wait.',
    seenBy: 'Everybody who uses this browser.',
    howLong:
      'Copies of pages 14 days, those of My schedule until you delete everything here at the latest. In an organiser’s browser staff lists 24 hours, or until admin mode goes off, and check-ins that wait or were refused two days. What is too old is deleted when this site is next opened.',
  },
  {
    what: 'Technical records',
    colour: 'lime',
    why: 'The answer to each place that you take, so that a bad connection never takes two. The time and outcome of each request. The network address of a device that sends a wrong organisers’ password or badge word, or types a code from another phone. When you first take or add something, a fingerprint of the network you came from, made with our secret, so that we can undo an attack that takes all places; when you check in a place that another phone registered, the same, so that nobody tries all names. Your address is not in it.',
    seenBy: 'The organisers.',
    howLong:
      'Answers and fingerprints of networks two days (48 hours), those of check-ins and addresses of typed codes a quarter of an hour, counts of wrong guesses about an hour. The log of requests holds no names, no emails, no addresses and no cookies.',
  },
  {
    what: 'What organisers change',
    colour: 'coral',
    why: 'When an organiser checks you in by hand, draws a bracket, enters a result, renames or removes something, the list of changes keeps the names and what was there before, so that a mistake can be put right.',
    seenBy: 'The organisers.',
    howLong:
      'Until the organisers erase the festival’s people. When you delete everything here, “Former player” replaces your name in it. Older changes that hold your name lose their details. Backups of everything are kept for a week, and a few until the organisers delete them or a week after the people were erased.',
  },
];

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
