"use client";

import { useQuery } from "@tanstack/react-query";
import { ProofDialog } from "@/components/account/security/proof-dialog";
import { useAuth } from "@/components/session/session-auth-provider";
import { passkeysQuery } from "@/lib/account/security/client/queries";
import { createFamilyExport } from "@/lib/operations/exports/client/queries";

export interface FamilyExportDialogProps {
  /** The id of the earlier export that has the other files; null for everything. */
  since: string | null;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

/** Starts an export of the whole album after its owner has proved their identity. */
export function FamilyExportDialog({ since, onClose, onDone }: FamilyExportDialogProps) {
  const { user } = useAuth();
  const { data: passkeys } = useQuery(passkeysQuery);
  const hasPassword = user?.hasPassword ?? true;
  return (
    <ProofDialog
      // Until they are loaded, passkeys are offered only to people who have nothing else.
      means={{ hasPassword, hasPasskeys: passkeys ? passkeys.length > 0 : !hasPassword }}
      title="Export the whole album?"
      description="It includes everything people wrote, and birthdays. Keep it where only your family can reach it. The other owners will be notified."
      confirmLabel="Export"
      onClose={onClose}
      onProof={async (proof) => {
        await createFamilyExport(proof, since);
        await onDone();
      }}
    />
  );
}
