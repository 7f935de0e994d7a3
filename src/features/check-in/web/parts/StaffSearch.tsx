import UserCheck from 'lucide-react/icons/user-check';
import UserPlus from 'lucide-react/icons/user-plus';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import type { Amendment } from '#features/amendments/contract.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { CODE_LENGTH } from '#features/people/users/limits.ts';
import { whyNotRegister } from '#features/rsvps/rules.ts';
import { codeIn } from '#platform/codes.ts';
import { cleanName, compareNames, finder, NAME_LIMIT, nameKey, nameToSearch } from '#platform/names.ts';
import { listed } from '#platform/numbers.ts';
import { ApiError } from '#platform/web/api.ts';
import { now, useNow } from '#platform/web/clock.tsx';
import { ActionsDisabled, Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { ScanButton } from '#platform/web/ui/scan-button.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { StaffRsvp } from '../../contract.ts';
import { nearPlaces } from '../../rules/people.ts';
import type { DoorRow } from '../../rules/taps.ts';
import { failureOf, tapAtDoor } from '../door/taps.ts';
import { placesByCode } from '../queries.ts';
import { useSetCheckedIn } from '../StaffRow.tsx';

/** The rows of the staff list: places, and what organisers did to places and can still undo. */
export type Row = { readonly rsvp: DoorRow } | { readonly amendment: Amendment };

/** Returns those whose name or email `q` finds. */
export function matching<R extends StaffRsvp>(rsvps: readonly R[], q: string): readonly R[] {
  const isFound = finder(q);
  return rsvps.filter(({ playerName, playerEmail }) => [playerName, playerEmail ?? ''].map(nameToSearch).some(isFound));
}

/** Returns the rows that a search finds, each amendment where its place was. */
export function rowsOf(rsvps: readonly DoorRow[], amendments: readonly Amendment[], q: string): readonly Row[] {
  const rows: Row[] = matching(rsvps, q).map((rsvp) => ({ rsvp }));
  const isFound = finder(q);
  const present = new Set(rsvps.map(({ id }) => id));
  for (const amendment of amendments) {
    // Back already: the list is newer.
    if (amendment.kind !== 'renamed' && present.has(amendment.placeId)) continue;
    const { playerName } = amendment;
    if (!isFound(nameToSearch(playerName))) continue;
    const at = rows.findIndex((row) => 'rsvp' in row && compareNames(row.rsvp.playerName, playerName) >= 0);
    rows.splice(at === -1 ? rows.length : at, 0, { amendment });
  }
  return rows;
}

/** Returns the rows of these places, with what waits to be sent. */
export const rowsIn = (rsvps: readonly DoorRow[], places: readonly StaffRsvp[]): readonly Row[] =>
  rsvps.filter(({ id }) => places.some((place) => place.id === id)).map((rsvp) => ({ rsvp }));

/** The server does not say which, so that nobody finds codes here. */
export const NO_PLACE =
  'No badge has this code, or its person has no place here. Type the name on the badge to add a walk-in.';

export const NO_NETWORK = 'A badge can only be looked up with a connection. Type the name on it.';

/** Returns the code of a badge that was typed or scanned; a name of the list may look like one. */
const badgeIn = (rsvps: readonly StaffRsvp[], typed: string): string | null => {
  const code = codeIn(typed, CODE_LENGTH);
  return code !== null && matching(rsvps, typed).length === 0 ? code : null;
};

export const keyOf = (row: Row): string => ('rsvp' in row ? row.rsvp.id : row.amendment.id);

/** Registers and checks in a walk-in; a refused name gets its message at the field. */
const useWalkIn = (event: FestivalEvent, onAdded: (added: StaffRsvp | null) => void) => {
  const whyNot = useWhyNot(event);
  const [refusal, setRefusal] = useState<string>();
  const walkIn = useAct(tapAtDoor, {
    fails: '',
    inForm: true,
    done: (added, { playerName }) => {
      showToast(
        added === null
          ? {
              title: 'Walk-in waiting',
              description: `${playerName} is added when the network is back: the place is not certain.`,
            }
          : { title: 'Walk-in added', description: `${added.playerName} has a place and is checked in.` },
      );
      onAdded(added);
    },
    failed: (error) => {
      const sentence = failureOf(error, 'Failed to add the walk-in. Please try again.');
      if (error instanceof ApiError && error.field !== undefined) setRefusal(sentence);
      else showError(sentence);
    },
  });
  return {
    pending: walkIn.isBusy,
    refusal,
    forget: () => setRefusal(undefined),
    add: (name: string) => {
      // As the server stores it, so that a waiting walk-in does not seem renamed.
      const cleaned = cleanName(name);
      const playerName = 'name' in cleaned ? cleaned.name : name.trim();
      if (playerName === '' || walkIn.isBusy || whyNot !== undefined) return;
      const { id: eventId, title } = event;
      walkIn.run({ eventId, title, placeId: null, playerName, checksIn: true, tappedAt: now() });
    },
  };
};

const useWhyNot = (event: FestivalEvent): string | undefined =>
  whyNotRegister({ event, now: useNow(), placesHere: 0 })?.message;

type WalkInButtonProps = {
  event: FestivalEvent;
  name: string;
  isBadge: boolean;
  pending: boolean;
  onAdd: () => void;
};

/** Beside the search, below its label. */
const WalkInButton = ({ event, name, isBadge, pending, onAdd }: WalkInButtonProps) => {
  const whyNot = useWhyNot(event);
  // A name such as Stefan may look like one, and without a connection nobody knows.
  const code = isBadge ? 'This may be a code. Type the name on the badge. Is it a name? Add an initial.' : undefined;
  const typed = name.trim() === '' ? 'Type the walk-in’s name first.' : code;
  return (
    <div className="reason-end grid pt-7.5">
      <Button
        tone="quiet"
        className="min-h-12 px-3.5"
        aria-label="Add walk-in"
        onClick={onAdd}
        disabledReason={whyNot ?? (pending ? 'The walk-in is being added.' : typed)}
      >
        <UserPlus aria-hidden="true" />
        <span className="@md:hidden">Walk-in</span>
        <span className="hidden @md:inline">Add walk-in</span>
      </Button>
    </div>
  );
};

/** Most people offered; the list below shows the others. */
const OFFERED = 4;

type NearMatchProps = {
  typed: string;
  near: readonly StaffRsvp[];
  isPending: boolean;
  onCheckIn: (rsvp: StaffRsvp) => void;
  onAdd: () => void;
  onKeep: () => void;
};

/** Asks before adding a walk-in whose name is close to a registered person's. */
function NearMatch({ typed, near, isPending, onCheckIn, onAdd, onKeep }: NearMatchProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => box.current?.querySelector('button')?.focus(), []);
  const offered = near.slice(0, OFFERED);
  const isSame = near.some(({ playerName }) => nameKey(playerName) === nameKey(typed));
  const closeByKey = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return;
    pressed.preventDefault();
    onKeep();
  };
  return (
    <fieldset
      ref={box}
      onKeyDown={closeByKey}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2.5 rounded-xl border border-sun/60 p-4"
    >
      <legend className="px-1.5 font-semibold [overflow-wrap:anywhere]">
        {listed(offered.map(({ playerName }) => playerName))}
        {near.length > OFFERED && ` and ${near.length - OFFERED} more`} {near.length === 1 ? 'is' : 'are'} registered
      </legend>
      {offered.map((rsvp) => (
        <Button
          key={rsvp.id}
          tone={rsvp.checkedIn ? 'quiet' : 'sea'}
          className="w-full [overflow-wrap:anywhere]"
          onClick={() => onCheckIn(rsvp)}
        >
          <UserCheck aria-hidden="true" />
          {rsvp.checkedIn ? `${rsvp.playerName} is checked in` : `Check in ${rsvp.playerName}`}
        </Button>
      ))}
      {isSame ? (
        <p className="text-[0.9375rem] text-pretty text-mute">If it is somebody else, add an initial.</p>
      ) : (
        <Button
          tone="ghost"
          className="w-full [overflow-wrap:anywhere]"
          onClick={onAdd}
          disabledReason={isPending ? 'The walk-in is being added.' : undefined}
        >
          <UserPlus aria-hidden="true" />
          Somebody else: add {typed}
        </Button>
      )}
    </fieldset>
  );
}

type StaffSearchProps = {
  event: FestivalEvent;
  rsvps: readonly StaffRsvp[] | undefined;
  q: string;
  onType: (q: string) => void;
  /** Asks a walk-in what the event asks. */
  onAdded: ((added: StaffRsvp) => void) | undefined;
  list: RefObject<HTMLElement | null>;
};

/** Finds a name: Enter checks in the only one it finds. A walk-in is added by the button alone. */
export function StaffSearch({ event, rsvps = [], q, onType, onAdded, list }: StaffSearchProps) {
  const search = useRef<HTMLInputElement>(null);
  const [near, setNear] = useState<readonly StaffRsvp[]>([]);
  const { set } = useSetCheckedIn(event);
  const startOver = () => {
    onType('');
    setNear([]);
    search.current?.focus();
  };
  const walkIn = useWalkIn(event, (added) => {
    startOver();
    if (added !== null) onAdded?.(added);
  });
  const checkIn = (rsvp: StaffRsvp) => {
    const { playerName } = rsvp;
    const say = (title: string) => {
      showToast({ title, description: playerName });
      startOver();
    };
    if (rsvp.checkedIn) say('Checked in already');
    else set(rsvp, true, (waits) => say(waits ? 'Check-in waiting to send' : 'Checked in'));
  };
  const settle = (found: readonly StaffRsvp[]) => {
    const [only] = found;
    if (only !== undefined && found.length === 1) return event.status === 'completed' ? undefined : checkIn(only);
    list.current?.querySelector<HTMLElement>('li button')?.focus();
  };
  // A scanner presses Enter before the list has found the code.
  const byCode = useAct((code: string) => placesByCode(event.id, code), {
    fails: NO_NETWORK,
    done: (places) => {
      if (places.length === 0) showError(NO_PLACE);
      else settle(places);
    },
  });
  const find = (typed: string) => {
    const code = badgeIn(rsvps, typed);
    if (code === null) settle(typed.trim() === '' ? [] : matching(rsvps, typed));
    else byCode.run(code);
  };
  const enter = (submitted: FormEvent) => {
    submitted.preventDefault();
    find(q);
  };
  const scan = (text: string) => {
    onType(text);
    find(text);
  };
  const add = () => {
    const found = nearPlaces(rsvps, q);
    if (found.length === 0) walkIn.add(q);
    else setNear(found);
  };
  return (
    // Walk-ins may wait for a connection.
    <ActionsDisabled value={undefined}>
      <form
        onSubmit={enter}
        noValidate
        className="flex flex-wrap items-start gap-x-2.5 *:first:flex-[999_1_8rem] [&_div:has(>label)]:min-w-max"
      >
        <TextField
          ref={search}
          label="Find or add a person"
          type="search"
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="go"
          limit={NAME_LIMIT}
          value={q}
          // The next name replaces the one before; a refused one is corrected.
          onFocus={({ target }) => walkIn.refusal === undefined && target.select()}
          onChange={(change) => {
            onType(change.target.value);
            setNear([]);
            walkIn.forget();
          }}
          error={walkIn.refusal}
          className="min-h-12"
        />
        <WalkInButton
          event={event}
          name={q}
          isBadge={badgeIn(rsvps, q) !== null}
          pending={walkIn.pending}
          onAdd={add}
        />
      </form>
      <ScanButton words="Scan a badge" onText={scan} className="w-full" />
      {near.length > 0 && (
        <NearMatch
          typed={q.trim()}
          near={near}
          isPending={walkIn.pending}
          onCheckIn={checkIn}
          onAdd={() => walkIn.add(q)}
          onKeep={() => {
            setNear([]);
            search.current?.focus();
          }}
        />
      )}
    </ActionsDisabled>
  );
}
