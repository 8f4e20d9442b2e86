"use client";

import { KeyRound } from "lucide-react";
import { useSyncExternalStore } from "react";
import { leavingPage, useAction } from "@/components/forms/use-action";
import { Button, buttonClasses } from "@/components/ui/button";
import type { UserDto } from "@/lib/account/accounts/schema";
import type { IdentityProviderDto } from "@/lib/account/security/schema";
import { errorMessage } from "@/lib/http/api-error";

const neverChanges = () => () => {};
const passkeysWorkHere = () => typeof window.PublicKeyCredential === "function";

export interface OtherSignInMethodsProps {
  providers: readonly IdentityProviderDto[];
  /** Where to go after signing in. */
  next: string | null;
  onSignedIn: (user: UserDto) => void;
  onFail: (message: string) => void;
}

/** Specification 2.6: 'Continue with' an identity provider where one is set up, and passkeys. */
export function OtherSignInMethods({ providers, next, onSignedIn, onFail }: OtherSignInMethodsProps) {
  const passkeysWork = useSyncExternalStore(neverChanges, passkeysWorkHere, () => false);

  const { run, isBusy } = useAction(
    async () => {
      const { signInWithPasskey } = await import("@/lib/account/security/client/passkey-browser");
      onSignedIn(await signInWithPasskey());
      return leavingPage;
    },
    { onFailure: (error) => onFail(errorMessage(error, "Login failed. Please try again.")) },
  );

  if (!passkeysWork && providers.length === 0) return null;
  const query = next ? `?next=${encodeURIComponent(next)}` : "";
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-4 text-step--1 text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {providers.map(({ id, name }) => (
        // Not a Link: the server redirects the browser to the provider.
        <a
          key={id}
          href={`/api/auth/${id}${query}`}
          className={buttonClasses({ variant: "secondary" }, "w-full")}
        >
          Continue with {name}
        </a>
      ))}
      {passkeysWork && (
        <Button variant="secondary" className="w-full" isBusy={isBusy} onClick={() => void run()}>
          <KeyRound aria-hidden="true" />
          Sign in with a passkey
        </Button>
      )}
    </div>
  );
}
