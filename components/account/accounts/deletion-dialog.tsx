"use client";

import { type ReactNode, type RefObject, useState } from "react";
import { leavingPage, useAction } from "@/components/forms/use-action";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { FormField } from "@/components/ui/form-field";
import { PasswordInput } from "@/components/ui/password-input";
import { TextField } from "@/components/ui/text-field";

export interface DeletionDialogProps {
  title: string;
  description: string;
  /** The text to type, and its field's name in the server's errors. */
  name: { field: string; value: string; isTyped: (typed: string) => boolean };
  isPasswordAsked: boolean;
  /** Shown when the server gives no message. */
  failed: string;
  opener: RefObject<HTMLElement | null>;
  onDelete: (proof: { typed: string; password: string }) => Promise<void>;
  onClose: () => void;
  /** What is deleted and what stays. */
  children: ReactNode;
}

/** Confirms a permanent deletion: explains what is lost, and asks for the typed name and the password. */
export function DeletionDialog({
  title,
  description,
  name,
  isPasswordAsked,
  failed,
  opener,
  onDelete,
  onClose,
  children,
}: DeletionDialogProps) {
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState("");
  const { run, isBusy, error, errorOf, setError } = useAction(
    async () => {
      await onDelete({ typed, password });
      return leavingPage;
    },
    { fallback: failed, fields: [name.field, "password"] },
  );

  function submit() {
    if (!name.isTyped(typed)) setError(`Please type ${name.value}`, name.field);
    else if (isPasswordAsked && !password) setError("Password is required", "password");
    else void run();
  }

  return (
    <FormDialog
      title={title}
      description={description}
      submitLabel="Delete permanently"
      busyLabel="Deleting..."
      variant="danger"
      isBusy={isBusy}
      opener={opener}
      onSubmit={submit}
      onClose={onClose}
    >
      {children}
      <FormAlert message={error} />
      <TextField
        label={`Type ${name.value} to confirm`}
        error={errorOf(name.field)}
        value={typed}
        autoCapitalize="none"
        spellCheck={false}
        onValueChange={setTyped}
      />
      {isPasswordAsked && (
        <FormField label="Your password" error={errorOf("password")}>
          {(control) => (
            <PasswordInput
              {...control}
              value={password}
              autoComplete="current-password"
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  );
}
