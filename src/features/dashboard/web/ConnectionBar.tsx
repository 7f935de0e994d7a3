import CloudOff from 'lucide-react/icons/cloud-off';
import { useLocation, useSearch } from 'wouter';
import { ADMIN } from '#features/dashboard/web/parts/admin-tabs.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { LOGIN_PARAMETER } from '#platform/build.ts';
import { hasJumped, useNow } from '#platform/web/clock.tsx';
import { useConnected, useLogin } from '#platform/web/connection.ts';
import { AsOf } from '#platform/web/data-age.tsx';

/** What organisers can still do. */
const deskWords = (path: string): string => {
  if (path === '/admin/check-in') return 'Check-ins are kept to send';
  return path.startsWith(ADMIN) ? 'Changes need a connection' : '';
};

/** The browser asks for it past the service worker, and comes back to it from a single sign-on. */
const loginAddress = (path: string, search: string): string => {
  const query = new URLSearchParams(search);
  query.set(LOGIN_PARAMETER, '');
  return `${path}?${query}`;
};

/** A clock that was set and a phone that slept look the same without a server. */
const UnsureTime = () => {
  // The context changes with the clock.
  useNow();
  return hasJumped() && <span className="w-full">Times may be wrong until it is back</span>;
};

/** 'No connection', in the header's middle. Always in the page, so that a screen reader says what appears in it. */
export const ConnectionBar = () => {
  const { timeZone } = useFestival();
  const isConnected = useConnected();
  const isLogin = useLogin();
  const [path] = useLocation();
  const search = useSearch();
  return (
    <p
      role="status"
      className="connection-bar pointer-events-none absolute inset-0 grid place-items-center text-[0.9375rem] leading-[1.2]"
    >
      {(!isConnected || isLogin) && (
        <span className="connection-words flex flex-wrap items-center justify-center gap-x-2 text-center text-mute">
          <CloudOff aria-hidden="true" className="size-4.5" />
          <strong className="text-ink">{isConnected ? 'Login needed' : 'No connection'}</strong>
          <AsOf zone={timeZone} />
          <UnsureTime />
          {isLogin ? (
            <a
              href={loginAddress(path, search)}
              className="pointer-events-auto w-full py-1 underline underline-offset-4"
            >
              Open the login page
            </a>
          ) : (
            <span className="w-full empty:hidden">{deskWords(path)}</span>
          )}
        </span>
      )}
    </p>
  );
};
