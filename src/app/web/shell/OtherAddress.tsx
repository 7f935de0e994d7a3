import { useLocation, useSearch } from 'wouter';
import { withoutDot } from '#platform/links.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { publicUrl } from '#platform/web/page-build.ts';

/** Leads to the address where the server accepts writes, when this page is open at another one. */
export const OtherAddress = () => {
  const [path] = useLocation();
  const search = useSearch();
  const own = useHydrated() ? publicUrl() : null;
  if (own === null || withoutDot(own) === withoutDot(location.origin)) return null;
  return (
    <p
      role="status"
      className="no-print border-b border-line bg-panel px-(--page-edge) py-3 font-semibold text-pretty sm:px-8"
    >
      At this address you can only read.{' '}
      <a href={own + path + (search && `?${search}`) + location.hash} className="underline underline-offset-4">
        Open this page at {own}
      </a>
    </p>
  );
};
