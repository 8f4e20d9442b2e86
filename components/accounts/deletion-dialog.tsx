"use client";

import { type ReactNode, type RefObject, useState } from "react";
import { FormAlert } from "@/components/accounts/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { FormField } from "@/components/ui/form-field";
import { PasswordInput } from "@/components/ui/password-input";
import { TextField } from "@/components/ui/text-field";
import { ApiError, errorMessage } from "@/lib/http/api-error";

export interface DeletionDialogProps {
  title: string;
  description: string;
  /** What has to be typed, and the field's name in the server's errors. */
  name: { field: string; value: string; isTyped: (typed: string) => boolean };
  isPasswordAsked: boolean;
  /** Said when the server gives no words of its own. */
  failed: string;
  opener: RefObject<HTMLElement | null>;
  onDelete: (proof: { typed: string; password: string }) => Promise<void>;
  onClose: () => void;
  /** What goes and what stays. */
  children: ReactNode;
}

/** Before something goes for good: what it costs is told, its name typed and the password asked for. */
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
  const [fault, setFault] = useState<{ field: string | undefined; message: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const errorOf = (field: string) => (fault?.field === field ? fault.message : undefined);
  const isAtField = fault?.field === name.field || fault?.field === "password";

  async function remove() {
    if (!name.isTyped(typed)) {
      return setFault({ field: name.field, message: `Please type ${name.value}` });
    }
    if (isPasswordAsked && !password) {
      return setFault({ field: "password", message: "Password is required" });
    }
    setFault(null);
    setIsBusy(true);
    try {
      await onDelete({ typed, password });
    } catch (error) {
      const field = error instanceof ApiError ? error.field : undefined;
      setFault({ field, message: errorMessage(error, failed) });
      setIsBusy(false);
    }
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
      onSubmit={() => void remove()}
      onClose={onClose}
    >
      {children}
      <FormAlert message={fault && !isAtField ? fault.message : null} />
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
