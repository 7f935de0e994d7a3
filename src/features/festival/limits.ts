/** Characters. */
export const LENGTHS = { line: 60, address: 200, link: 500, text: 2000 } as const;
export const MOST_CATEGORIES = 12;
export const ASK_ABOVE_POINTS = 100;

export const limitWords = (limit: number | null): string => (limit === null ? 'no limit' : `${limit} times`);

/** Whether News asks the chat, too. */
export const asksDiscord = ({ announcementsFrom }: { readonly announcementsFrom?: string | undefined }): boolean =>
  announcementsFrom !== 'here';
