/**
 * Whether a page is open in the own browser of an iPhone app such as Discord, which shares nothing with Safari. An installed web
 * app has no "Safari/" in its user agent either. An app that uses Safari's view sends Safari's user agent: it is not known.
 */
export function isInAppBrowser(userAgent: string, { isInstalled }: { readonly isInstalled: boolean }): boolean {
  if (!/iPhone|iPad|iPod/.test(userAgent) || isInstalled) return false;
  return userAgent.includes('Discord') || !userAgent.includes('Safari/');
}
