"use client";

import { type FormEvent, useState } from "react";
import { CodeField } from "@/components/account/accounts/code-field";
import { ProofDialog, type ProofMeans } from "@/components/account/security/proof-dialog";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { QrCode } from "@/components/ui/qr-code";
import { confirmSecondFactor, startSecondFactor } from "@/lib/account/security/client/queries";
import type { SecondFactorSetupDto } from "@/lib/account/security/schema";

export interface SetUpAuthenticatorDialogProps {
  means: ProofMeans;
  onClose: () => void;
  onDone: (recoveryCodes: string[]) => Promise<void>;
}

/** First verifies the person, then shows the QR code and asks for a code from the app. */
export function SetUpAuthenticatorDialog({ means, onClose, onDone }: SetUpAuthenticatorDialogProps) {
  const [setup, setSetup] = useState<SecondFactorSetupDto | null>(null);
  if (!setup) {
    return (
      <ProofDialog
        means={means}
        title="Set up the authenticator app"
        description="Any app for one-time codes will do, such as Aegis, Google Authenticator or your password manager."
        confirmLabel="Continue"
        onClose={onClose}
        onProof={async (proof) => setSetup(await startSecondFactor(proof))}
      />
    );
  }
  return <ScanStep setup={setup} onClose={onClose} onDone={onDone} />;
}

function ScanStep({
  setup,
  onClose,
  onDone,
}: Pick<SetUpAuthenticatorDialogProps, "onClose" | "onDone"> & { setup: SecondFactorSetupDto }) {
  const [code, setCode] = useState("");
  const { run, isBusy, error, setError } = useAction(
    async () => {
      const { recoveryCodes } = await confirmSecondFactor(code);
      await onDone(recoveryCodes);
    },
    { fallback: "The code could not be checked. Please try again." },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim()) void run();
    else setError("Please enter the code");
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title="Scan this code with the app" description="Then enter the six digits it shows.">
        <form onSubmit={submit} noValidate className="grid gap-5">
          <QrCode
            text={setup.url}
            label="QR code for your authenticator app"
            className="mx-auto w-full max-w-56"
          />
          <div className="text-step--1 text-ink-soft">
            <p>Can't scan it? Type this key into the app instead:</p>
            <p className="mt-1 font-mono text-step-0 tracking-wide break-all text-ink select-all">
              {setup.secret.replace(/(.{4})(?=.)/g, "$1 ")}
            </p>
          </div>
          <CodeField value={code} onChange={setCode} error={error} />
          <Button type="submit" isBusy={isBusy} className="max-md:w-full md:justify-self-end">
            Turn on
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}
