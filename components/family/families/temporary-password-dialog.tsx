"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import type { UserDialogProps } from "@/components/family/families/role-dialog";
import { useAction } from "@/components/forms/use-action";
import { Button, buttonClasses } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { temporaryPasswordDays } from "@/lib/account/accounts/schema";
import { createTemporaryPassword, usersKey } from "@/lib/family/families/client/queries";

/** Gives an account a temporary password, shown once, to pass on or copy. */
export function TemporaryPasswordDialog({ user, opener, onClose }: UserDialogProps) {
  const queryClient = useQueryClient();
  const [password, setPassword] = useState<string | null>(null);
  const [isCopied, setIsCopied] = useState(false);
  const { run, isBusy, error, setError } = useAction(
    async () => {
      setPassword((await createTemporaryPassword(user.id)).temporaryPassword);
      void queryClient.invalidateQueries({ queryKey: usersKey });
    },
    { fallback: "The password could not be created. Please try again." },
  );

  async function copy() {
    try {
      await navigator.clipboard.writeText(password ?? "");
      setIsCopied(true);
    } catch {
      setError("This browser doesn't allow copying. Please write the password down.");
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={`Temporary password for ${user.displayName}`}
        description={
          password
            ? `They sign in as ${user.username}. It works for ${temporaryPasswordDays} days, and is only shown now. Tell them yourself, or copy it into a message.`
            : "It replaces their password and signs out their devices. They choose a new one when they next sign in."
        }
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          opener.current?.focus();
        }}
        footer={
          password ? (
            <DialogClose className={buttonClasses()}>Done</DialogClose>
          ) : (
            <>
              <DialogClose className={buttonClasses({ variant: "secondary" })}>Cancel</DialogClose>
              <Button isBusy={isBusy} onClick={() => void run()}>
                Create a temporary password
              </Button>
            </>
          )
        }
      >
        <FormAlert message={error} />
        {password && (
          <div className="mt-1 flex flex-wrap items-center gap-3 rounded-2xl bg-sunk p-4">
            <output
              aria-label="Temporary password"
              className="min-w-0 flex-1 font-mono text-step-1 font-semibold wrap-anywhere select-all"
            >
              {password}
            </output>
            <Button variant="secondary" onClick={() => void copy()}>
              {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
              {isCopied ? "Copied" : "Copy"}
            </Button>
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}
