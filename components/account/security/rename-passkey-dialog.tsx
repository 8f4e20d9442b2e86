"use client";

import { type FormEvent, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { renamePasskey } from "@/lib/account/security/client/queries";
import type { PasskeyDto } from "@/lib/account/security/schema";

export interface RenamePasskeyDialogProps {
  passkey: PasskeyDto;
  onClose: () => void;
  onDone: () => Promise<void>;
}

export function RenamePasskeyDialog({ passkey, onClose, onDone }: RenamePasskeyDialogProps) {
  const [name, setName] = useState(passkey.name);
  const { run, isBusy, error, setError } = useAction(
    async () => {
      await renamePasskey(passkey.id, name.trim());
      await onDone();
    },
    { fallback: "The name could not be saved. Please try again." },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim()) void run();
    else setError("Please give the passkey a name");
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title="Rename the passkey">
        <form onSubmit={submit} noValidate className="grid gap-5">
          <FormField label="Name" error={error}>
            {(control) => (
              <Input
                {...control}
                name="name"
                maxLength={60}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </FormField>
          <Button type="submit" isBusy={isBusy} className="max-md:w-full md:justify-self-end">
            Save name
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}
