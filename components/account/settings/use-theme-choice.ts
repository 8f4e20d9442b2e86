import { useMutation } from "@tanstack/react-query";
import { useTheme } from "next-themes";
import { useAuth } from "@/components/session/session-auth-provider";
import { inOrder, saveUserSettings } from "@/lib/core/settings/client/queries";

export type Theme = "system" | "light" | "dark";

/**
 * Light, dark or as on the device: applied here immediately, and saved with the account for the person's other devices.
 */
export function useThemeChoice(): { theme: string; chooseTheme: (theme: Theme) => void } {
  const { theme, setTheme } = useTheme();
  const { user } = useAuth();
  // Even when saving fails, the choice applies in the browser where it was made.
  const { mutate } = useMutation({ scope: inOrder, mutationFn: saveUserSettings });
  return {
    theme: theme ?? "system",
    chooseTheme: (next) => {
      setTheme(next);
      if (user) mutate({ theme: next });
    },
  };
}
