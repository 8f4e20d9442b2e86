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
      setError(errorMessage(thrown, "The key could not be made. Please try again."));
    }
    setIsBusy(false);
  }

  if (key) {
    return (
      <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
        <DialogContent
          title="Your new key"
          description="Copy it now and keep it safe: it is not shown again, and we keep only its fingerprint."
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
      description="It reads figures, reports and metrics, and changes nothing."
      submitLabel="Make the key"
      busyLabel="Making..."
      isBusy={isBusy}
      onSubmit={() => void make()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="What it is for, for example Monitoring."
        error={error}
        value={name}
        maxLength={80}
        onValueChange={setName}
      />
    </FormDialog>
  );
}
