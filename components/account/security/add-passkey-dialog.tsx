"use client";

import { useState } from "react";
import { ProofDialog, type ProofMeans } from "@/components/account/security/proof-dialog";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { describeDevice } from "@/lib/shared/device-text";

export interface AddPasskeyDialogProps {
  means: ProofMeans;
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** Names and creates a new passkey. */
export function AddPasskeyDialog({ means, onClose, onDone }: AddPasskeyDialogProps) {
  const [name, setName] = useState(() => describeDevice(navigator.userAgent));
  return (
    <ProofDialog
      means={means}
      title="Add a passkey"
      description="Your device will ask for your fingerprint, face or PIN."
      confirmLabel="Add passkey"
      onClose={onClose}
      onProof={async (proof) => {
        const { createPasskey } = await import("@/lib/account/security/client/passkey-browser");
        const passkey = await createPasskey(name.trim() || describeDevice(navigator.userAgent), proof);
        toast({ title: "Passkey added", description: passkey.name });
        await onDone();
      }}
    >
      <FormField label="Name" hint="So you can tell it apart from others.">
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
    </ProofDialog>
  );
}
