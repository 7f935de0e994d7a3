import { useRouter } from 'wouter';

/** The path as it is written: '/rooms/100%25'. The router's own `useLocation` decodes it, after which '%25' and '%' are the same. */
export function usePath(): string {
  const router = useRouter();
  return router.hook(router)[0];
}
