/**
 * Whether an If-None-Match header holds one of our ETags (RFC 9110 13.1.2). Compares weakly, because a proxy that
 * compresses makes them weak. They contain no comma, so that the list can be split at commas.
 */
export const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag || ifNoneMatch.split(',').some((sent) => isSame(sent.trim(), etag)));

const isSame = (sent: string, etag: string): boolean => sent === '*' || sent.replace(/^W\//, '') === etag;
