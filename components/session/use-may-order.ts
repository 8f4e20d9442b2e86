import { useAuth } from "@/components/session/session-auth-provider";

/** Adults order prints, in the family they have selected. The server decides; this only affects what is shown. */
export function useCanOrder(): boolean {
  const { user } = useAuth();
  return user !== null && !user.isChild && user.currentFamily !== null && user.offers.prints;
}
