"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { CopyLine } from "@/components/ui/copy-line";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { apiKeysOptions, createApiKey } from "@/lib/operations/api-keys/client/queries";

/** Creates a key, and shows it only once. */
export function NewApiKeyDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [key, setKey] = useState<string | null>(null);

  const { run, isBusy, error, setError } = useAction(
    async () => {
      const made = await createApiKey(name.trim());
      void queryClient.invalidateQueries({ queryKey: apiKeysOptions().queryKey });
      setKey(made.key);
    },
    { fallback: "The key could not be created. Please try again." },
  );

  if (key) {
    return (
      <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
        <DialogContent
          title="Your new key"
          description="Copy it now and keep it safe: it won't be shown again, and we only store its fingerprint."
          footer={<Button onClick={onClose}>I've copied it</Button>}
        >
          <CopyLine label="API key" text={key} copied="The key is copied." />
        </DialogContent>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="New API key"
      description="It can read statistics, reports and metrics, but can't change anything."
      submitLabel="Create key"
      busyLabel="Creating..."
      isBusy={isBusy}
      onSubmit={() => (name.trim() ? void run() : setError("Please give the key a name"))}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="What it's for, such as Monitoring."
        error={error}
        value={name}
        maxLength={80}
        onValueChange={setName}
      />
    </FormDialog>
  );
}
