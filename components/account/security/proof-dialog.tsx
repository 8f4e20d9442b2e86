"use client";

import Link from "next/link";
import { type FormEvent, type ReactNode, useState } from "react";
import { usePasskeysWork } from "@/components/account/security/use-passkeys-work";
import { useAction } from "@/components/forms/use-action";
import { Button, buttonClasses } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { PasswordInput } from "@/components/ui/password-input";
import type { Proof } from "@/lib/account/security/schema";

/** How this person can prove their identity. */
export interface ProofMeans {
  hasPassword: boolean;
  hasPasskeys: boolean;
}

export interface ProofDialogProps {
  means: ProofMeans;
  title: string;
  description?: string;
  confirmLabel: string;
  variant?: "primary" | "danger";
  /** Shown above the password: the new passkey's name. A function shows the errors of `fields` itself. */
  children?: ReactNode | ((errorOf: (field: string) => string | undefined) => ReactNode);
  fields?: readonly string[];
  onClose: () => void;
  /** Performs the action. Throws an error with a readable message; the dialog then stays open with the typed text. */
  onProof: (proof: Proof) => Promise<void>;
}

/** Verifies who is at the device before a sign-in method is added or removed. */
export function ProofDialog({
  means,
  title,
  description,
  confirmLabel,
  variant = "primary",
  children,
  fields = [],
  onClose,
  onProof,
}: ProofDialogProps) {
  const [password, setPassword] = useState("");
  const { run, busyWith, error, errorOf, setError } = useAction(
    async (proofWith: "password" | "passkey") =>
      onProof(proofWith === "password" ? { password } : await answerWithPasskey()),
    { fallback: "That didn't work. Please try again.", fields: ["password", ...fields] },
  );
  const passkeysWork = usePasskeysWork();
  const canUsePasskey = means.hasPasskeys && passkeysWork;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!means.hasPassword) return;
    if (password) void run("password");
    else setError("Please enter your password", "password");
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={title} description={description}>
        {means.hasPassword || means.hasPasskeys ? (
          <form onSubmit={submit} noValidate className="grid gap-5">
            <FormAlert message={error} />
            {typeof children === "function" ? children(errorOf) : children}
            {means.hasPassword && (
              <FormField label="Your password" error={errorOf("password")} hint="So we know it's really you.">
                {(control) => (
                  <PasswordInput
                    {...control}
                    name="password"
                    autoComplete="current-password"
                    value={password}
                    onChange={(event) => setPassword(event.target.value)}
                  />
                )}
              </FormField>
            )}
            <div className="flex flex-col gap-3 md:flex-row-reverse md:justify-start [&>*]:max-md:w-full">
              {means.hasPassword && (
                <Button type="submit" variant={variant} isBusy={busyWith === "password"}>
                  {confirmLabel}
                </Button>
              )}
              {canUsePasskey && (
                <Button
                  variant={means.hasPassword ? "secondary" : variant}
                  isBusy={busyWith === "passkey"}
                  onClick={() => void run("passkey")}
                >
                  Confirm with a passkey
                </Button>
              )}
              {!means.hasPassword && !canUsePasskey && (
                <p className="text-ink-soft">
                  This needs one of your passkeys, and this browser can't use them here. Open this page on the
                  device that has the passkey.
                </p>
              )}
            </div>
          </form>
        ) : (
          <>
            <p className="text-ink-soft">
              Your account has no password yet. Set one first: it stops anyone who picks up this device from
              changing how you sign in.
            </p>
            <Link href="/password-security" className={buttonClasses({}, "mt-5 max-md:w-full")}>
              Set a password
            </Link>
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}

async function answerWithPasskey(): Promise<Proof> {
  const passkeys = await import("@/lib/account/security/client/passkey-browser");
  return { passkey: await passkeys.answerWithPasskey() };
}
