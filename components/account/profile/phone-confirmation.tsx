"use client";

import { useQuery } from "@tanstack/react-query";
import { Smartphone } from "lucide-react";
import dynamic from "next/dynamic";
import { type FormEvent, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { requestPhoneCode, sendPhoneCode } from "@/lib/account/profile/client/queries";
import { passkeysQuery } from "@/lib/account/security/client/queries";

const ProofDialog = dynamic(
  async () => (await import("@/components/account/security/proof-dialog")).ProofDialog,
);

export interface PhoneConfirmationProps {
  phoneNumber: string;
  hasPassword: boolean;
  /** Whether texts can be sent. If not, only admins see this, with what to set up. */
  isSmsSetUp: boolean;
  onConfirmed: () => void;
}

/** An unconfirmed number: it can't be used to reset the password. */
export function PhoneConfirmation({
  phoneNumber,
  hasPassword,
  isSmsSetUp,
  onConfirmed,
}: PhoneConfirmationProps) {
  const [step, setStep] = useState<"start" | "proof" | "code">("start");
  const [code, setCode] = useState("");
  const { data: passkeys, isPending } = useQuery({ ...passkeysQuery, enabled: step === "proof" });

  const { run, isBusy, error } = useAction(
    async () => {
      await sendPhoneCode(code);
      toast({ title: "Phone number confirmed" });
      onConfirmed();
    },
    { fallback: "That didn't work. Please try again." },
  );

  function confirm(event: FormEvent) {
    event.preventDefault();
    void run();
  }

  return (
    <section
      aria-label="Phone number"
      className="flex flex-wrap items-start gap-4 rounded-2xl bg-honey-soft p-5"
    >
      <Smartphone aria-hidden="true" className="mt-0.5 size-6 flex-none" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold wrap-anywhere">Confirm {phoneNumber}</p>
        <p className="mt-1">
          {isSmsSetUp ? (
            "We'll text you a code to enter here. Then you can use this number if you ever need a new password."
          ) : (
            <>
              This server can't send text messages: <code>TWILIO_ACCOUNT_SID</code> isn't set. The code is in
              the outbox on the super admin's System Health page.
            </>
          )}
        </p>
        {step === "code" && (
          <form onSubmit={confirm} noValidate className="mt-4 grid gap-4">
            <FormField label="Code" error={error} hint={`Sent to ${phoneNumber}. It works for 10 minutes.`}>
              {(control) => (
                <Input
                  {...control}
                  value={code}
                  onChange={(event) => setCode(event.target.value)}
                  inputMode="numeric"
                  autoComplete="one-time-code"
                />
              )}
            </FormField>
            <Button type="submit" size="small" isBusy={isBusy} className="justify-self-start">
              Confirm number
            </Button>
          </form>
        )}
      </div>
      <Button variant="secondary" size="small" onClick={() => setStep("proof")}>
        {step === "code" ? "Send another code" : "Send a code"}
      </Button>
      {step === "proof" && !isPending && (
        <ProofDialog
          means={{ hasPassword, hasPasskeys: (passkeys ?? []).length > 0 }}
          title="Confirm it's you"
          description="A confirmed number can be used to get into your account, so we check first."
          confirmLabel="Send a code"
          onClose={() => setStep("start")}
          onProof={async (proof) => {
            await requestPhoneCode(proof);
            setStep("code");
          }}
        />
      )}
    </section>
  );
}
