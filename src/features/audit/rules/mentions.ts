/** Which people and things an entry is about, so that forgetting one finds its entries by an index. */
import { NAME_LIMIT, nameKey } from '#platform/names.ts';

/** Fields of `before` and `after` that hold the name of the person a change was made to; the subject begins with it. */
export const PERSON_FIELDS = ['name', 'playerName'] as const;
export const NAME_FIELDS = [...PERSON_FIELDS, 'player1', 'player2', 'winner'] as const;

/** Stands between the names in `players` of a draw; a name may hold it too. */
export const BETWEEN_PLAYERS = ', ';
/** A bracket has fewer players; an imported entry may say anything. */
const PIECES_AT_MOST = 1000;

/** No name key is longer. PostgreSQL indexes at most 2,704 bytes, and an imported entry may hold any text as its id. */
export const MENTION_LIMIT = 1080;

type Noted = Readonly<Record<string, unknown>>;
const isNoted = (value: unknown): value is Noted => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';

/** The ids and names that an entry is found by. They may include texts that are no name. */
export function mentionsIn({ before, after }: { readonly before: unknown; readonly after: unknown }): string[] {
  const found = [before, after].filter(isNoted).flatMap((noted) => [
    ...[noted.id].filter(isText),
    ...NAME_FIELDS.map((field) => noted[field])
      .filter(isText)
      .map(nameKey),
    ...(isText(noted.players) ? possibleNames(noted.players).map(nameKey) : []),
  ]);
  return [...new Set(found)].filter((mention) => mention !== '' && mention.length <= MENTION_LIMIT);
}

/** Every run of pieces that is short enough to be a name. */
function possibleNames(players: string): string[] {
  const pieces = players.split(BETWEEN_PLAYERS).slice(0, PIECES_AT_MOST);
  return pieces.flatMap((first, start) => {
    const names = [first];
    for (let end = start + 1; end < pieces.length; end += 1) {
      const longer = `${names.at(-1)}${BETWEEN_PLAYERS}${pieces[end]}`;
      if ([...longer].length > NAME_LIMIT) break;
      names.push(longer);
    }
    return names;
  });
}
