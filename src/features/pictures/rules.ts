/** What a browser says of a file before it is sent. The server judges its bytes. */
import { PICTURE } from './limits.ts';

/** Returns why a file cannot be a picture; null when it may be one. */
export function pictureProblem({ type, size }: { readonly type: string; readonly size: number }): string | null {
  if (!/^image\/(?:png|jpeg|webp)$/.test(type)) return 'This is no PNG, JPEG or WebP picture.';
  const megabytes = (size / 1024 / 1024).toFixed(1);
  return size > PICTURE.bytes ? `A picture may have 2 MB. This one has ${megabytes} MB.` : null;
}
