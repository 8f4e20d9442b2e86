import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { type ServerFormOptions, useServerForm } from "@/components/forms/use-server-form";
import { useAuth } from "@/components/session/session-auth-provider";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import type { UserDto } from "@/lib/account/accounts/schema";
import { signInDestination } from "@/lib/account/accounts/sign-in-destination";

export interface AccountFormOptions<Typed extends FieldValues, Input>
  extends Pick<ServerFormOptions<Typed, Input>, "schema" | "defaultValues"> {
  /** Creates the account and opens its session. */
  send: (input: Input) => Promise<UserDto | null>;
  onSignedIn?: (destination: string) => void;
}

/** Shared by the signup forms: creates an account, opens its session and goes home. */
export function useAccountForm<Typed extends FieldValues, Input>({
  send,
  onSignedIn = loadPage,
  ...options
}: AccountFormOptions<Typed, Input>) {
  const { acceptUser } = useAuth();
  const [isSignedIn, setIsSignedIn] = useState(false);
  const form = useServerForm<Typed, Input>({
    ...options,
    send: async (input) => {
      const user = await send(input);
      if (user) acceptUser(user);
      setIsSignedIn(true);
      onSignedIn(signInDestination(user ?? { isSuperAdmin: false }, null));
    },
    failed: "The account could not be created. Please try again.",
  });
  return { ...form, isBusy: form.isBusy || isSignedIn };
}
