import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { NAME_LIMIT, nameKey } from '#platform/names.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import type { Entrant, Match } from '../../contract.ts';
import type { Kind } from '../../engine/format.ts';
import { kindOf } from '../../engine/kinds.ts';
import { entrantsIn, hasPlayedIn, hasResultsIn, lateLeft } from '../../rules/entrants.ts';
import { lastRoundIn, revisionOf } from '../parts/rounds.ts';
import { type Place, usePlayersChange } from './players-change.ts';
import { SeedList } from './SeedList.tsx';

type NewcomerFormProps = {
  label: string;
  /** Places of people who do not play. */
  places: readonly Place[];
  submit: string;
  /** Why nobody can be put in now. */
  reason: string | undefined;
  onName: (playerName: string) => void;
  onCancel: () => void;
};

/** Most names offered; the field finds all others. */
const OFFERED = 8;

/** Names a person who is put into the bracket: chosen among the event's places, or typed. */
function NewcomerForm(props: NewcomerFormProps) {
  const { label, places, submit, reason, onName, onCancel } = props;
  const [typed, type] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // It opens under the finger, where it was asked for.
  useEffect(() => input.current?.focus(), []);
  const name = typed.trim();
  const known = places.some(({ playerName }) => nameKey(playerName) === nameKey(name));
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name !== '' && reason === undefined) onName(name);
  };
  return (
    <form onSubmit={send} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <TextField
        ref={input}
        // The hint and the buttons below come into view with it.
        className="scroll-mb-36"
        label={label}
        value={typed}
        limit={NAME_LIMIT}
        autoComplete="off"
        autoCapitalize="words"
        hint={name !== '' && !known ? 'Nobody of this name has a place, so this gives them one too.' : undefined}
        onChange={(change) => type(change.target.value)}
      />
      {places.length > 0 && (
        <fieldset className="flex min-w-0 flex-wrap gap-2">
          <legend className="sr-only">With a place, and not in the bracket</legend>
          {places.slice(0, OFFERED).map(({ id, playerName, checkedIn }) => (
            <Button
              key={id}
              tone={nameKey(playerName) === nameKey(name) ? 'sun' : 'quiet'}
              aria-pressed={nameKey(playerName) === nameKey(name)}
              className="min-w-0"
              onClick={() => type(playerName)}
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {playerName}
                {!checkedIn && <span className="font-normal text-mute"> (not checked in)</span>}
              </span>
            </Button>
          ))}
        </fieldset>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button tone="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          tone="sea"
          disabledReason={reason ?? (name === '' ? 'Choose or type a name first.' : undefined)}
        >
          {submit}
        </Button>
      </div>
    </form>
  );
}

type PlayersDialogProps = {
  event: FestivalEvent;
  matches: readonly Match[];
  places: readonly Place[];
  /** Players who came late and wait for the next round. */
  withoutMatch: readonly Entrant[];
  /** The player for whom a substitute is wanted from the start. */
  leaving: Entrant | null;
  onClose: () => void;
};

/** Who plays in a drawn bracket: the order of the seeds, late entrants and substitutes. */
export function PlayersDialog({ event, matches, places, withoutMatch, leaving, onClose }: PlayersDialogProps) {
  const players = [...entrantsIn(matches), ...withoutMatch];
  const isOpen = !hasResultsIn(matches);
  const kind = kindOf(event.tournamentType ?? 'single-elimination');
  const isLate = kind.pairsRounds && lastRoundIn(matches) > 1;
  const { order, setOrder, isChanged } = useOrder(players);
  const [replaced, replace] = useState<Entrant | null>(leaving);
  const act = usePlayersChange(event.id);
  // Another player in the bracket discards an order that is not saved.
  const reason = act.busy ?? (isChanged ? 'Save the seeds first.' : undefined);
  const expectedRevision = revisionOf(matches);
  const ids = new Set(players.map(({ id }) => id));
  const others = places.filter(({ id }) => !ids.has(id)).sort((one, other) => +other.checkedIn - +one.checkedIn);
  const { close } = useDialogWrite('Players', onClose);
  const saveSeeds = () =>
    act.run({
      change: { kind: 'seeds', order: order.map(({ id }) => id), expectedRevision },
      toast: { title: 'Seeds saved', description: event.title },
      onDone: close,
    });
  const substitute =
    ({ id: entrantId, name }: Entrant) =>
    (playerName: string) =>
      act.run({
        change: { kind: 'substitute', entrantId, playerName, expectedRevision },
        toast: { title: 'Substitute put in', description: `${playerName} plays for ${name} in ${event.title}.` },
        onDone: leaving === null ? () => replace(null) : close,
      });
  const addLate = (playerName: string) =>
    act.run({
      change: { kind: 'late', playerName, expectedRevision, ...(isLate && { late: true }) },
      toast: {
        title: players.some(({ name }) => nameKey(name) === nameKey(playerName))
          ? 'Back in play'
          : 'Late entrant added',
        description: `${playerName}, ${event.title}`,
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title="Players"
      description={event.title}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {isChanged ? 'Cancel' : 'Close'}
          </Button>
          {isOpen && (
            <Button
              tone="sun"
              onClick={saveSeeds}
              disabledReason={act.busy ?? (isChanged ? undefined : 'The order has not changed.')}
            >
              Save Seeds
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-mute">{isOpen ? BEFORE : AFTER}</p>
        <SeedList
          players={order}
          onReorder={isOpen ? setOrder : undefined}
          action={(player) =>
            hasPlayedIn(matches, player.id) ? (
              <span className="px-3 text-mute">has played</span>
            ) : (
              <SubstituteButton
                player={player}
                isOpen={player.id === replaced?.id}
                reason={reason}
                onPress={() => replace(player)}
              />
            )
          }
          below={(player) =>
            player.id === replaced?.id && (
              <NewcomerForm
                label={`Who plays for ${player.name}?`}
                places={others}
                submit="Put in"
                reason={reason}
                onName={substitute(player)}
                onCancel={leaving === null ? () => replace(null) : onClose}
              />
            )
          }
        />
        {(isOpen || kind.pairsRounds) && (
          <Late
            left={lateLeft(kind, players.length)}
            isTree={!kind.keepsWhoDrops}
            text={lateText(kind, lateLeft(kind, players.length), isLate)}
            places={others}
            reason={reason}
            onName={addLate}
          />
        )}
      </div>
    </Dialog>
  );
}

const BEFORE =
  'Until the first result you can change the order of the seeds. A substitute can replace anybody who has not played.';
const AFTER = 'The order stays now. A substitute can replace anybody who has not played.';

type SubstituteButtonProps = { player: Entrant; isOpen: boolean; reason: string | undefined; onPress: () => void };

const SubstituteButton = ({ player, isOpen, reason, onPress }: SubstituteButtonProps) => (
  <span className="reason-end">
    <Button
      tone="ghost"
      disabledReason={reason}
      className="px-3"
      aria-label={`Substitute for ${player.name}`}
      aria-expanded={isOpen}
      onClick={onPress}
    >
      <ArrowLeftRight aria-hidden="true" />
      <span className="max-sm:hidden">Substitute</span>
    </Button>
  </span>
);

/** The order on screen: the bracket's own, until the organiser moves somebody or the players change. */
function useOrder(players: readonly Entrant[]) {
  const drawn = players.map(({ id }) => id).join();
  const [moved, setMoved] = useState<{ from: string; order: readonly Entrant[] } | null>(null);
  const order = moved !== null && moved.from === drawn ? moved.order : players;
  return {
    order,
    setOrder: (next: Entrant[]) => setMoved({ from: drawn, order: next }),
    isChanged: order.map(({ id }) => id).join() !== drawn,
  };
}

function lateText({ pairsRounds, keepsWhoDrops }: Kind, left: number, isLate: boolean | undefined): string {
  if (pairsRounds)
    return isLate
      ? 'A round is played: who comes now begins with 0 points. Who dropped out comes back to their points.'
      : 'Who comes now plays the one with the bye, or from the next round on. Who dropped out comes back to their points.';
  if (keepsWhoDrops) return 'A late entrant becomes the last seed, and the groups are drawn again.';
  return `${left === 1 ? '1 bye is left.' : `${left} byes are left.`} A late entrant takes one as the last seed, and nobody else moves.`;
}

type LateProps = {
  left: number;
  text: string;
  isTree: boolean;
  places: readonly Place[];
  reason: string | undefined;
  onName: (playerName: string) => void;
};

function Late({ left, text, isTree, places, reason, onName }: LateProps) {
  const [isOpen, open] = useState(false);
  if (left === 0) return <p className="text-mute">{isTree ? NO_BYE : 'This tournament is full.'}</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <p className="text-mute">{text}</p>
      {isOpen ? (
        <NewcomerForm
          key={left}
          label="Who joins?"
          places={places}
          submit={isTree ? 'Put into a bye' : 'Let them play'}
          reason={reason}
          onName={onName}
          onCancel={() => open(false)}
        />
      ) : (
        <Button className="justify-self-start" disabledReason={reason} onClick={() => open(true)}>
          Add a late entrant
        </Button>
      )}
    </div>
  );
}

const NO_BYE =
  'No bye is left for a late entrant. Generate Bracket draws a larger one from everybody who is checked in.';
