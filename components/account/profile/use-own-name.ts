import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { useAuth } from "@/components/session/session-auth-provider";
import type { UserDto } from "@/lib/account/accounts/schema";
import { changeOwnName } from "@/lib/account/profile/client/queries";

/** The name people choose for themselves: typed, saved, and updated wherever they are named. */
export function useOwnName(initialUser: UserDto) {
  const auth = useAuth();
  const user = auth.user ?? initialUser;
  const router = useRouter();
  const queryClient = useQueryClient();
  const [title, setTitle] = useState(initialUser.title ?? "");
  const { run, isBusy, error, setError } = useAction(
    async () => {
      const saved = await changeOwnName(title);
      auth.acceptUser({ ...user, ...saved });
      setTitle(saved.title ?? "");
      // Comments, hearts and lists fetched earlier still have the old name.
      void queryClient.invalidateQueries();
      router.refresh();
    },
    { fallback: "Your name was not saved. Please try again." },
  );

  function change(next: string) {
    setTitle(next);
    setError(null);
  }

  /** @returns whether the name is now saved, or already was */
  async function save(): Promise<boolean> {
    return title.trim() === (user.title ?? "") || run();
  }

  return { user, title, change, save, error, isBusy };
}
