import { useAuth } from "@/components/session/session-auth-provider";
import { usualFirstYear } from "@/lib/shared/album-years";

/** The year the current family's album begins with. */
export function useFirstYear(): number {
  return useAuth().user?.currentFamily?.firstYear ?? usualFirstYear;
}
