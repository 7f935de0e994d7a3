/** Parses an address as in a request (`/?q=catan`). Never throws, because anybody can send anything. */
export const readAddress = (url: string): { readonly path: string; readonly search: string } => {
  const [beforeHash = ''] = url.split('#', 1);
  const mark = beforeHash.indexOf('?');
  if (mark === -1) return { path: beforeHash, search: '' };
  return { path: beforeHash.slice(0, mark), search: beforeHash.slice(mark + 1) };
};
