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
  const { data: passkeys, isPending } = useQuery(passkeysQuery);
  if (isPending) return null;
  return (
    <ProofDialog
      means={{ hasPassword: user?.hasPassword ?? true, hasPasskeys: (passkeys ?? []).length > 0 }}
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
