"use client";

import { ProofDialog, type ProofMeans } from "@/components/account/security/proof-dialog";
import { toast } from "@/components/ui/toast";
import { removePasskey } from "@/lib/account/security/client/queries";
import type { PasskeyDto } from "@/lib/account/security/schema";

export interface RemovePasskeyDialogProps {
  means: ProofMeans;
  passkey: PasskeyDto;
  onClose: () => void;
  onDone: () => Promise<void>;
}

export function RemovePasskeyDialog({ means, passkey, onClose, onDone }: RemovePasskeyDialogProps) {
  return (
    <ProofDialog
      means={means}
      title="Remove this passkey?"
      description={`You'll no longer be able to sign in with “${passkey.name}”.`}
      confirmLabel="Remove passkey"
      variant="danger"
      onClose={onClose}
      onProof={async (proof) => {
        await removePasskey(passkey.id, proof);
        toast({ title: "Passkey removed", description: passkey.name });
        await onDone();
      }}
    />
  );
}
