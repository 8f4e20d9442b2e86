"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyLine } from "@/components/ui/copy-line";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { apiKeysOptions, requestApiKey } from "@/lib/features/api-keys/queries";
import { errorMessage } from "@/lib/http/api-error";

/** Makes a key, and shows it this once. */
export function NewApiKeyDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [key, setKey] = useState<string | null>(null);

  async function make() {
    if (!name.trim()) return setError("Please give the key a name");
    setError(undefined);
    setIsBusy(true);
    try {
      const made = await requestApiKey(name.trim());
      void queryClient.invalidateQueries({ queryKey: apiKeysOptions().queryKey });
      setKey(made.key);
    } catch (thrown) {
      setError(errorMessage(thrown, "The key could not be created. Please try again."));
    }
    setIsBusy(false);
  }

  if (key) {
    return (
      <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
        <DialogContent
          title="Your new key"
          description="Copy it now and keep it safe: it won't be shown again, and we only store its fingerprint."
          footer={<Button onClick={onClose}>I have copied it</Button>}
        >
          <CopyLine label="API key" text={key} copied="The key is copied." />
        </DialogContent>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="New API key"
      description="It can read figures, reports and metrics, but can't change anything."
      submitLabel="Create key"
      busyLabel="Creating..."
      isBusy={isBusy}
      onSubmit={() => void make()}
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
