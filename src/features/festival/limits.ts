/** Characters. */
/** `room` as that of an event, so that each room of the programme can be one of the map. */
export const LENGTHS = { line: 60, address: 200, link: 500, text: 2000, room: 120, way: 160 } as const;
export const MOST_CATEGORIES = 12;
export const MOST_ROOMS = 60;
export const MOST_THANKS_PICTURES = 6;
export const ASK_ABOVE_POINTS = 100;

export const limitWords = (limit: number | null): string => (limit === null ? 'no limit' : `${limit} times`);

/** Whether News asks the chat, too. */
export const asksDiscord = ({ announcementsFrom }: { readonly announcementsFrom?: string | undefined }): boolean =>
  announcementsFrom !== 'here';
