import { useAuth } from "@/components/session/session-auth-provider";

/** Grown-ups order prints, in the family they look at. The server decides; this only shows. */
export function useMayOrder(): boolean {
  const { user } = useAuth();
  return user !== null && !user.isChild && user.currentFamily !== null && user.offers.prints;
}
