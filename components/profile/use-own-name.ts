import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAuth } from "@/components/accounts/session-auth-provider";
import type { UserDto } from "@/lib/features/accounts/schema";
import { saveOwnName } from "@/lib/features/profile/queries";
import { errorMessage } from "@/lib/http/api-error";

/** The name someone chooses for themselves: typed, saved, and shown wherever they are named. */
export function useOwnName(initialUser: UserDto) {
  const auth = useAuth();
  const user = auth.user ?? initialUser;
  const router = useRouter();
  const queryClient = useQueryClient();
  const [title, setTitle] = useState(initialUser.title ?? "");
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  function change(next: string) {
    setTitle(next);
    setError(undefined);
  }

  /** @returns whether the name is saved, or was already */
  async function save(): Promise<boolean> {
    if (title.trim() === (user.title ?? "")) return true;
    setIsBusy(true);
    setError(undefined);
    try {
      const saved = await saveOwnName(title);
      auth.acceptUser({ ...user, ...saved });
      setTitle(saved.title ?? "");
      // Comments, hearts and lists that were fetched before still have the old name.
      void queryClient.invalidateQueries();
      router.refresh();
      return true;
    } catch (thrown) {
      setError(errorMessage(thrown, "Your name was not saved. Please try again."));
      return false;
    } finally {
      setIsBusy(false);
    }
  }

  return { user, title, change, save, error, isBusy };
}
