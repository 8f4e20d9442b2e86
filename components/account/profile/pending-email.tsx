"use client";

import { MailQuestion } from "lucide-react";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { resendConfirmation } from "@/lib/account/profile/client/queries";

export interface PendingEmailProps {
  pendingEmail: string;
  presentEmail: string | null;
  /** Whether mail is sent; otherwise the link waits in the outbox, and the page says what to do. */
  isMailSetUp: boolean;
  /** Admins see what to set up, everyone else whom to ask. */
  isAdmin: boolean;
}

/** A new address that is not confirmed yet. */
export function PendingEmail({ pendingEmail, presentEmail, isMailSetUp, isAdmin }: PendingEmailProps) {
  const { run, isBusy } = useAction(
    async () => {
      await resendConfirmation();
      toast(
        isMailSetUp
          ? { title: "Confirmation sent", description: `Check the inbox of ${pendingEmail}.` }
          : { title: "New link ready", description: "Ask for it to be passed on to you." },
      );
    },
    { failureTitle: "The confirmation was not sent" },
  );

  return (
    <section
      aria-label="New email address"
      className="flex flex-wrap items-start gap-4 rounded-2xl bg-honey-soft p-5"
    >
      <MailQuestion aria-hidden="true" className="mt-0.5 size-6 flex-none" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold wrap-anywhere">Please confirm {pendingEmail}</p>
        <p className="mt-1">
          {isMailSetUp ? (
            "We've sent a link there. Open it within 24 hours to start using this address."
          ) : isAdmin ? (
            <>
              This server can't send email: <code>SMTP_URL</code> isn't set. The link is in the outbox on the
              super admin's System Health page, ready to be passed on.
            </>
          ) : (
            "The link couldn't be emailed. Please ask an admin of your family to help you confirm the address."
          )}{" "}
          {presentEmail &&
            `Until then we'll keep using ${presentEmail}. To keep it for good, enter it again below and save.`}
        </p>
      </div>
      <Button variant="secondary" size="small" isBusy={isBusy} onClick={() => void run()}>
        Send again
      </Button>
    </section>
  );
}
