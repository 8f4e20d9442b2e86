"use client";

import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { testPayments } from "@/lib/shop/billing/client/queries";

/** Checks whether the provider accepts our key; nothing is charged. */
export function PaymentTest() {
  const [success, setSuccess] = useState<string | null>(null);
  const { run, isBusy, error } = useAction(
    async () => {
      setSuccess(null);
      const { accountName, mode } = await testPayments();
      setSuccess(`Stripe accepts this key: ${accountName ?? "an account without a name"}, ${mode} mode.`);
    },
    { fallback: "Stripe could not be reached." },
  );

  return (
    <div className="mt-5">
      <Button variant="secondary" isBusy={isBusy} onClick={() => void run()}>
        Test the connection
      </Button>
      <div role="status" className="mt-3 empty:hidden">
        {(success || error) && (
          <p className={`rounded-2xl px-4 py-3 ${success ? "bg-leaf-soft" : "bg-accent-soft"}`}>
            {success ?? error}
          </p>
        )}
      </div>
    </div>
  );
}
