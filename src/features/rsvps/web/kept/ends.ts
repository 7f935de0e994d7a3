/** What a notice says of a write that waited for the network. */
import { isolated } from '#platform/isolated.ts';
import type { Act, PlaceEnd, PlaceWrite } from './place-writes.ts';

type NoticeText = Pick<PlaceEnd, 'title' | 'words'>;
type About = Pick<PlaceWrite, 'act' | 'playerName' | 'title'>;

/** The server did what was asked. */
export const DONE: Record<Act, (about: About) => NoticeText> = {
  register: ({ playerName, title }) => ({ title: 'Success!', words: `${playerName} has a place in ${title}.` }),
  join: ({ playerName, title }) => ({
    title: 'On the waiting list',
    words: `${playerName} is on the waiting list of ${title}.`,
  }),
  cancel: ({ playerName, title }) => ({
    title: 'Place cancelled',
    words: `${playerName} no longer has a place in ${title}.`,
  }),
  leave: ({ playerName, title }) => ({
    title: 'Waiting list left',
    words: `${playerName} no longer waits for ${title}.`,
  }),
};

const NOT: Record<Act, (about: About) => NoticeText> = {
  register: ({ playerName, title }) => ({
    title: 'Not registered',
    words: `${playerName} was not registered for ${title}`,
  }),
  join: ({ playerName, title }) => ({
    title: 'Not on the waiting list',
    words: `${playerName} did not join the waiting list of ${title}`,
  }),
  cancel: ({ playerName, title }) => ({
    title: 'Place not cancelled',
    words: `${playerName}’s place in ${title} was not cancelled`,
  }),
  leave: ({ playerName, title }) => ({
    title: 'Waiting list not left',
    words: `${playerName} did not leave the waiting list of ${title}`,
  }),
};

/** The server refused it, with its sentence for people. */
export const refused = (about: About, sentence: string): NoticeText => {
  const { title, words } = NOT[about.act](about);
  return { title, words: `${words}. ${sentence}` };
};

export const full = ({ playerName, title }: About): NoticeText => ({
  title: 'The event is full',
  words: `${title} is full, so ${playerName} was not registered.`,
});

export const eventGone = (about: About): NoticeText => refused(about, 'The event is not in the programme any more.');

export const tooLate = (about: About): NoticeText => refused(about, 'This phone had no connection in time.');

/** The server does not know the device any more, so it cannot be asked what it has. */
export const removed = ({ playerName, title }: About, wasSent: boolean): NoticeText => ({
  title: 'This phone was removed',
  words: `This phone was removed from your devices. ${wasSent ? 'Not confirmed' : 'Not sent'}: ${isolated(title)} (${isolated(playerName)}).`,
});

/** The first request wrote something that has changed since; the server's sentence says how. */
export const gone = ({ playerName, title }: About, sentence: string): NoticeText => ({
  title: 'Changed in the meantime',
  words: `${isolated(playerName)}, ${isolated(title)}: ${sentence}`,
});

/** It was sent, no answer came in time, and the device has no cookie by which to look for it. */
export const unknown = ({ playerName, title }: About): NoticeText => ({
  title: 'Not confirmed',
  words: `We could not confirm whether ${playerName} is registered for ${title}. Ask event staff, or register again.`,
});

export const goneBefore = ({ act, playerName, title }: About): NoticeText => ({
  ...DONE[act]({ act, playerName, title }),
  words:
    act === 'cancel'
      ? `${playerName}’s place in ${title} was already gone.`
      : `${playerName} was not on the waiting list of ${title} any more.`,
});

/** The person got a seat before their request to leave the line arrived. */
export const promotedBefore = ({ playerName, title }: About): NoticeText => ({
  title: 'A place became free',
  words: `${playerName} got a place in ${title} before leaving the waiting list. Cancel it if you don’t want it.`,
});

export const takenBack = ({ playerName, title }: About): NoticeText => ({
  title: 'Withdrawn',
  words: `${playerName} is not registered for ${title}.`,
});

/** It was withdrawn, but another visitor's place cannot be given back. */
export const notTakenBack = ({ playerName, title }: About): NoticeText => ({
  title: 'Not withdrawn',
  words: `${playerName} has a place in ${title} that this phone can’t give back. Ask event staff to remove it.`,
});

/** Withdrawn after it was sent, and it had not arrived. */
export const stillThere = ({ act, playerName, title }: About): NoticeText => ({
  title: 'Withdrawn',
  words:
    act === 'cancel' ? `${playerName} still has the place in ${title}.` : `${playerName} still waits for ${title}.`,
});
