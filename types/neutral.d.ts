/**
 * Globals that browsers and Node share. Neutral files may use no others. The real libraries declare the same, so only
 * tsconfig.neutral.json includes this file.
 */
interface URL {
  readonly href: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
}

declare const URL: new (url: string, base?: string) => URL;

declare const TextDecoder: {
  new (label: string, options?: { readonly fatal?: boolean }): { decode(bytes: Uint8Array): string };
};
