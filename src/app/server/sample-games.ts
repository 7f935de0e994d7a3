/** The games that the sample festival's guests bring, all invented: content to be read and edited like a shelf. */
import type { GameType } from '#features/inventory/contract.ts';

export type SampleGame = {
  readonly type: GameType;
  readonly name: string;
  /** One of sample-names.ts. */
  readonly owner: string;
  readonly players: string | null;
  readonly minutes: number | null;
  readonly description: string | null;
};

const shelf =
  (type: GameType) =>
  (
    name: string,
    owner: string,
    players: string | null,
    minutes: number | null,
    description: string | null,
  ): SampleGame => ({ type, name, owner, players, minutes, description });
const board = shelf('board-game');
const card = shelf('card-game');
const video = shelf('video-game');

export const GAMES: readonly SampleGame[] = [
  board('Lighthouse Keepers', 'Priya', '2-4', 75, 'Share one lamp, save every ship, blame the fog.'),
  board('Salt & Scaffold', 'Tomás', '3-5', 120, 'Build a pier that outlives the winter. Mine has not so far.'),
  board('Tide Tables', 'Lena', '1-2', 30, 'A puzzle about being on the right rock at the right time.'),
  board('The Very Slow Race', 'Old Salt Pete', '2-8', 20, 'Snails. First past the lettuce. Suits three-year-olds.'),
  board('Barons of the Breakwater', 'Marcus', '4', 240, 'Trade, betray, apologise, repeat. Bring a sandwich.'),
  board('Mosaic Market', 'Noor', '2-4', 45, 'Tiles, and none to spare.'),
  board('Dune Diggers', 'Chloé Baptiste', '2-6', 60, 'Sand gets into everything, including the scoring.'),
  board('Signal Flags', 'Björn Ásgeirsson-Müller', '4-8', 25, 'Charades for people who can only use two flags.'),
  board('Gullkeeper', 'Ayumi', '2', 15, 'Two players, eleven gulls, one chip.'),
  board('Expedition to Aisle Nine', 'Wiktoria Żółkiewska', '1-4', 90, 'Cooperative. The shop closes at eight.'),
  board('Harbour Lights: the Long Campaign', 'Grace Okonkwo-Lindqvist', '3-4', 180, 'Chapter 6. Joining late is fine.'),
  board('Chess, but the big set', 'Professor Pip', '2', null, 'The pieces reach your knee. Lift with your legs.'),
  board('Pebble', 'Quiet Ben', null, null, null),

  card('Low Tide', 'Jo', '2-5', 20, 'A trick-taking game where the smallest card is a crab and the crab wins.'),
  card('Poker for seashells', 'Loud Ben', '2-10', 60, 'Shells provided. They are counted afterwards.'),
  card('Ghost of a Chance', 'Zoë', '3-6', 30, 'Bluffing. My poker face is in the box if you need it.'),
  card('Ninety-Nine Umbrellas', 'Mei-Lin', '2-4', 15, 'Draw, regret, draw.'),
  card(
    'Smugglers’ Handshake',
    'O’Malley the Younger',
    '4-7',
    45,
    'One of us is the customs officer. It is always Kit.',
  ),
  card('Kelp!', 'Kit', '2-6', 10, 'Loud and green.'),
  card('Deck of Many Decks', '李小龍', '1-4', 40, 'A deck-building game about building decks, with a saw.'),
  card('Postcards to Nowhere', 'Renée Dubois', '2-5', 35, 'Write the card, guess the sender.'),
  card(
    'The Extremely Thorough Card Game of Beach Etiquette',
    'Maximiliana Featherstonehaugh-Vandenberg of the Upper Dunes',
    '3-5 (best with 4)',
    75,
    'Points for towels placed correctly. Points off for running.',
  ),
  card('Rummy', 'Nana Adjoa', '2-6', null, null),

  video('Kite Fighter II', 'Devon', '1-2', 15, 'The cabinet version, with the sticky left button.'),
  video('Turbo Trolley', 'Sam', '1-4', 10, 'Four trolleys, one car park. Bring your own controller.'),
  video('Pixel Karaoke Party', 'DJ Null Pointer', '1-8', 30, 'Sings back when you are flat.'),
  video('Deep Sea Typist', 'Ximena', '1-2', 20, 'Spell it or be eaten. Has a Spanish mode.'),
  video('Lofi Lifeguard', 'Theo Papadakis', '1', 45, 'Nothing happens, beautifully.'),
  video('Couch Captains', 'Lady Marmalade', '2-4', 60, 'One ship, four wheels.'),
  video('Brick Pier 1989', 'İpek Demirci', '1-2', 5, 'Original cartridge. Blow on it first.'),
];
