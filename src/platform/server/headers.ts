/** The security headers of every response, computed once: calling the library per request halved the throughput. */
import helmet from 'helmet';

/** Returns the header that makes browsers save a response under this name instead of showing it. */
export const attachment = (name: string): [name: string, value: string] => [
  'content-disposition',
  `attachment; filename="${name}"`,
];

export type Headers = Readonly<Record<string, string>>;

/** `inlineHashes` are the CSP hashes ('sha256-…') of the inline script and style in the head of pages. */
export function securityHeaders(inlineHashes: { scripts: readonly string[]; styles: readonly string[] }): Headers {
  const self = "'self'";
  const quoted = (hash: string) => `'${hash}'`;
  const headers: Record<string, string> = {};
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: [self, ...inlineHashes.scripts.map(quoted)],
        styleSrc: [self, ...inlineHashes.styles.map(quoted)],
        imgSrc: [self, 'data:', 'blob:'],
        fontSrc: [self],
        connectSrc: [self],
        manifestSrc: [self],
        workerSrc: [self],
        formAction: [self],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    // Sent only over https, see HTTPS_ONLY.
    strictTransportSecurity: false,
  })(
    // helmet only sets headers, so this is all it needs of a request and a response.
    { headers: {} } as Parameters<ReturnType<typeof helmet>>[0],
    {
      setHeader(name: string, value: string) {
        headers[name.toLowerCase()] = value;
      },
      removeHeader(name: string) {
        delete headers[name.toLowerCase()];
      },
    } as unknown as Parameters<ReturnType<typeof helmet>>[1],
    (error?: unknown) => {
      if (error) throw error;
    },
  );
  return { ...headers, 'permissions-policy': 'camera=(), microphone=(), geolocation=()' };
}

export const HTTPS_ONLY: Headers = { 'strict-transport-security': 'max-age=31536000' };
