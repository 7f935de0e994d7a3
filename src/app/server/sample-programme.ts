/**
 * The sample festival's events, day by day: content to be read and edited like a brochure, which is why the file is
 * long. Times are the festival's own; '24:30' is half past midnight of the same festival day. On the second day Arcade
 * Hall and Dune Room belong to the two events that are moved to the present, so nothing else may stand there that day,
 * and none of the first day's may end there later than 3 in the morning.
 */
import type { EventType, TournamentType } from '#features/events/contract.ts';

type Facts = {
  readonly at: string;
  readonly minutes: number;
  readonly room: string;
  /** One of sample-names.ts. */
  readonly host: string;
  readonly taken: number;
  readonly of: number;
  readonly cup?: TournamentType;
  readonly link?: string;
  /** Minutes it has been running when the festival is moved to today; `at` counts otherwise. */
  readonly startedAgo?: number;
};

export type SampleEvent = Facts & { readonly type: EventType; readonly title: string; readonly description: string };

const typed = (type: EventType) => (title: string, facts: Facts, description: string) => ({
  type,
  title,
  ...facts,
  description,
});
const course = typed('course');
const board = typed('board-game');
const card = typed('card-game');
const video = typed('video-game');

const FIRST_DAY: readonly SampleEvent[] = [
  course(
    'A festival for first-timers',
    { at: '14:00', minutes: 60, room: 'Dune Room', host: 'Ayumi', taken: 18, of: 40 },
    'Where the coffee is, what the badge is for, and how to ask a stranger for a game. Strangers provided.',
  ),
  board(
    'Open the boxes',
    { at: '15:00', minutes: 120, room: 'Game Library', host: 'Tomás', taken: 21, of: 30 },
    'The library lends its first game at three sharp. Return it with more pieces than it had and win a look.',
  ),
  course(
    'Learn to paint minis',
    { at: '15:30', minutes: 90, room: 'Dune Room', host: 'Jo', taken: 9, of: 12 },
    'One brush, one dragon, no pressure. The dragon has seen worse.',
  ),
  video(
    'Couch co-op roulette',
    { at: '16:00', minutes: 120, room: 'Arcade Hall', host: 'Devon', taken: 14, of: 24 },
    'Spin for a partner, spin for a game, blame each other kindly. New couch every twenty minutes.',
  ),
  card(
    'Poker for seashells',
    { at: '17:00', minutes: 120, room: 'Boardwalk Terrace', host: 'Old Salt Pete', taken: 12, of: 16 },
    'The stakes are washed and counted. Going all in means going back to the beach.',
  ),
  board(
    'The enormous Carcassonne',
    { at: '18:30', minutes: 150, room: 'Ballroom A', host: 'Lena', taken: 22, of: 40 },
    'Ten boxes, one table, a single city that nobody will ever finish. Kneepads at the door.',
  ),
  card(
    'Draft and dumplings',
    { at: '19:00', minutes: 120, room: 'Ballroom B', host: '李小龍', taken: 17, of: 24 },
    'Take one, pass the rest. It works for cards and it works for dumplings.',
  ),
  video(
    'Consoles your parents hid',
    { at: '20:00', minutes: 180, room: 'Arcade Hall', host: 'Sam', taken: 16, of: 30 },
    'Real tubes, real cartridges, real blowing into them. Ask Sam before you touch the big red switch.',
  ),
  video(
    'Karaoke: power ballads only',
    { at: '21:30', minutes: 150, room: 'Sandbar', host: 'Chloé Baptiste', taken: 24, of: 40 },
    'The machine scores pitch. The bar scores arm movements. Only one of them counts.',
  ),
];

const SECOND_DAY: readonly SampleEvent[] = [
  board(
    'Chess before coffee',
    { at: '10:00', minutes: 90, room: 'Boardwalk Terrace', host: 'Wiktoria Żółkiewska', taken: 10, of: 24 },
    'Five-minute games for people who are not awake yet. Openings are slow, blunders are warm.',
  ),
  card(
    'Solitaire, together',
    { at: '11:00', minutes: 120, room: 'Game Library', host: 'Quiet Ben', taken: 6, of: 20 },
    'Everyone plays alone at one long table. Eye contact is a house rule variant.',
  ),
  board(
    'Train games for patient people',
    { at: '13:00', minutes: 120, room: 'Ballroom A', host: 'Søren Kjær', taken: 13, of: 20 },
    'Lay track, buy shares, miss your connection. All delays are announced with regret.',
  ),
  card(
    'The deck doctors are in',
    { at: '14:00', minutes: 150, room: 'Ballroom B', host: 'Noor', taken: 15, of: 24 },
    'Bring the deck that keeps losing. Our specialists will operate; you will miss that one card for weeks.',
  ),
  course(
    'Bluffing for honest people',
    { at: '15:00', minutes: 90, room: 'Dune Room', host: 'Anjali Rao', taken: 11, of: 20, startedAgo: 30 },
    'You will leave with a straight face, three good lies and no idea which of them was the lesson.',
  ),
  video(
    'Turbo Kart Grand Prix',
    {
      at: '16:00',
      minutes: 150,
      room: 'Arcade Hall',
      host: 'Marcus',
      taken: 14,
      of: 16,
      cup: 'double-elimination',
      startedAgo: 60,
    },
    'Four cups, two lives and a banana peel with your name on it. Steering wheels welcome, horns are not.',
  ),
  board(
    'Dexterity at dusk',
    { at: '16:30', minutes: 90, room: 'Boardwalk Terrace', host: 'Kit', taken: 12, of: 20 },
    'Flick it, stack it, drop it, find it under the deck. The wind plays too.',
  ),
  board(
    'Murder at the buffet',
    { at: '18:00', minutes: 180, room: 'Ballroom A', host: 'Lady Marmalade', taken: 20, of: 24 },
    'A body by the salad bar, twenty-four suspects, one dessert. Costumes encouraged, alibis required.',
  ),
  card(
    'Trick-taking after dark',
    { at: '19:30', minutes: 120, room: 'Ballroom B', host: 'Iñaki', taken: 14, of: 28 },
    'Follow suit if you can. Follow your heart if you cannot and hope that nobody counts trumps.',
  ),
  video(
    'Pub quiz: the final boss',
    { at: '20:30', minutes: 150, room: 'Sandbar', host: 'Grace Okonkwo-Lindqvist', taken: 24, of: 40 },
    'Fifty questions about games, played on four buzzers and one broken dance mat. Teams of whoever is near.',
  ),
  video(
    'Midnight karaoke: duets with strangers',
    { at: '24:30', minutes: 90, room: 'Sandbar', host: 'Chloé Baptiste', taken: 16, of: 30 },
    'Draw a song, draw a partner, meet at the chorus. The neighbors are dolphins and have not complained.',
  ),
];

const THIRD_DAY: readonly SampleEvent[] = [
  course(
    'Stretch like a meeple',
    { at: '09:30', minutes: 60, room: 'Boardwalk Terrace', host: 'Mei-Lin', taken: 8, of: 30 },
    'Arms out, feet apart, hold. For backs that sat through the enormous Carcassonne.',
  ),
  course(
    'Design a game in ninety minutes',
    { at: '10:00', minutes: 90, room: 'Dune Room', host: 'Theo Papadakis', taken: 15, of: 20 },
    'One pencil, six cubes, a theme drawn from a hat. Every year it is pirates; every year we are surprised.',
  ),
  card(
    'Rummy royale',
    { at: '10:30', minutes: 180, room: 'Ballroom B', host: 'Nana Adjoa', taken: 16, of: 32, cup: 'single-elimination' },
    'One loss and you are a spectator with snacks. Nana has not lost since spring.',
  ),
  video(
    'Falling blocks invitational',
    { at: '11:00', minutes: 180, room: 'Arcade Hall', host: 'Devon', taken: 22, of: 32, cup: 'single-elimination' },
    'Everyone is invited. The long piece is coming. It has always been coming.',
  ),
  board(
    'Cardboard petting zoo',
    { at: '12:00', minutes: 120, room: 'Game Library', host: 'Tomás', taken: 10, of: 20 },
    'Small games in soft boxes, under supervision. Children may bring adults.',
  ),
  course(
    'An incomplete and thoroughly biased history of dice, with audience participation',
    { at: '13:00', minutes: 90, room: 'Dune Room', host: 'Professor Pip', taken: 7, of: 24 },
    'From knucklebones to the one under your sofa. The lecture ends when somebody rolls a twenty.',
  ),
  board(
    'Chess by the sea',
    { at: '14:00', minutes: 240, room: 'Ballroom A', host: 'Søren Kjær', taken: 18, of: 32, cup: 'double-elimination' },
    'Fifteen minutes a side, a second chance for everyone, and a gull that takes knights.',
  ),
  video(
    'Bubble Brawl Cup',
    { at: '15:00', minutes: 180, room: 'Arcade Hall', host: 'Ayumi', taken: 18, of: 24, cup: 'double-elimination' },
    'Knock them off the platform, wave politely, do it again in the losers bracket.',
  ),
  course(
    'Lockpicking for honest rogues',
    { at: '15:30', minutes: 90, room: 'Dune Room', host: 'Ximena', taken: 12, of: 14 },
    'Practice locks, real picks and a very short talk about which doors are yours.',
  ),
  board(
    'One-shot dungeon night',
    {
      at: '16:00',
      minutes: 240,
      room: 'Ballroom B',
      host: 'Björn Ásgeirsson-Müller',
      taken: 16,
      of: 25,
      link: 'https://docs.example.com/one-shot-dungeon-night',
    },
    'Five tables, five doomed parties, one shared sheet to pick your hero from. Bards are limited to one a table.',
  ),
  board(
    'Catan Championship',
    { at: '18:30', minutes: 180, room: 'Ballroom A', host: 'Priya', taken: 32, of: 32, cup: 'single-elimination' },
    'Thirty-two settlers, not nearly enough sheep. Friendships are left at the cloakroom and handed back after.',
  ),
  card(
    'Liars by lantern light',
    { at: '19:00', minutes: 120, room: 'Boardwalk Terrace', host: 'Anjali Rao', taken: 14, of: 30 },
    'Somebody at this table is the werewolf. It is always the one who asks who brought the chips.',
  ),
  video(
    'Pixel disco',
    { at: '20:30', minutes: 150, room: 'Arcade Hall', host: 'DJ Null Pointer', taken: 19, of: 60 },
    'Dance mats, plastic guitars and arrows that come too fast. Socks recommended, dignity optional.',
  ),
  video(
    'Karaoke boss battle',
    { at: '22:00', minutes: 150, room: 'Sandbar', host: 'Chloé Baptiste', taken: 26, of: 40 },
    'Three rounds, rising keys, a final boss in sequins. The fog machine has been repaired, we think.',
  ),
];

const FOURTH_DAY: readonly SampleEvent[] = [
  board(
    'Slow games and strong coffee',
    { at: '10:00', minutes: 90, room: 'Boardwalk Terrace', host: 'Quiet Ben', taken: 9, of: 24 },
    'Two players, one view, no timer. Speaking starts at the second cup.',
  ),
  course(
    'Teach any game in ten minutes',
    { at: '10:30', minutes: 90, room: 'Dune Room', host: 'Jo', taken: 8, of: 20 },
    'How to win over your family before somebody reaches for a phone. Bring a rulebook to tear apart.',
  ),
  card(
    'Cribbage on the boards',
    {
      at: '11:00',
      minutes: 180,
      room: 'Ballroom B',
      host: 'Old Salt Pete',
      taken: 12,
      of: 16,
      cup: 'double-elimination',
    },
    'Fifteen two, fifteen four, and a peg that has been to sea. Muggins is played, complaints are not.',
  ),
  video(
    'Last lap time trial',
    { at: '11:30', minutes: 150, room: 'Arcade Hall', host: 'Marcus', taken: 13, of: 24, cup: 'single-elimination' },
    'No items, no bumping, no excuses. Just you, the clock and everybody watching.',
  ),
  board(
    'Swap, sell, set free',
    { at: '12:30', minutes: 120, room: 'Game Library', host: 'Tomás', taken: 17, of: 40 },
    'Find a new home for the game you never play. Leaving with more than you brought is tradition.',
  ),
  course(
    'Pack a suitcase like a puzzle',
    { at: '13:00', minutes: 60, room: 'Dune Room', host: 'Kit', taken: 10, of: 30 },
    'It all fitted on the way here. A practical course for people with eleven new boxes and one zip.',
  ),
  board(
    'The grand rock paper scissors',
    { at: '14:30', minutes: 90, room: 'Ballroom A', host: 'Priya', taken: 34, of: 64, cup: 'single-elimination' },
    'No equipment, no luck, no mercy. Referees will study the replay of your fist.',
  ),
  course(
    'Advanced goodbyes',
    { at: '16:30', minutes: 60, room: 'Sandbar', host: 'Ayumi', taken: 41, of: 120 },
    'Prizes are handed over and lost dice reunited with their owners. Nobody is crying, it is the sea air.',
  ),
];

/** The four days, each in the order of its clock. */
export const PROGRAMME: readonly (readonly SampleEvent[])[] = [FIRST_DAY, SECOND_DAY, THIRD_DAY, FOURTH_DAY];
