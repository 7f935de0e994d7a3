import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CODE_LENGTH } from '#features/users/rules.ts';
import { codeIn } from '#platform/codes.ts';
import { LazyBoundary } from '#platform/web/LazyBoundary.tsx';
import { PointsDialog } from './PointsButton.tsx';
import { userByCodeQuery } from './queries.ts';
import { useGivesPoints } from './state.ts';

/** The account whose code the phone of staff has scanned with its camera: the code is in the page's address. */
export function ScannedAccount() {
  const gives = useGivesPoints();
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => setCode(codeIn(location.hash, CODE_LENGTH)), []);
  const { data } = useQuery({ ...userByCodeQuery(code ?? ''), enabled: gives && code !== null, retry: false });
  const close = () => {
    setCode(null);
    history.replaceState(history.state, '', location.pathname + location.search);
  };
  return (
    <LazyBoundary onMissing={close}>
      {code !== null && data && <PointsDialog user={data} onClose={close} />}
    </LazyBoundary>
  );
}
