/** Small things a browser keeps. Storage may be full, forbidden or absent: then nothing is kept, and nothing fails. */
export const kept = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

export const keep = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Not kept.
  }
};
