"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { requestPaymentTest } from "@/lib/features/billing/queries";
import { errorMessage } from "@/lib/http/api-error";

/** Asks the provider whether it takes our key; nothing is charged. */
export function PaymentTest() {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ isGood: boolean; words: string } | null>(null);

  async function test() {
    setBusy(true);
    setOutcome(null);
    try {
      const { accountName, mode } = await requestPaymentTest();
      setOutcome({
        isGood: true,
        words: `Stripe accepts this key: ${accountName ?? "an account without a name"}, ${mode} mode.`,
      });
    } catch (error) {
      setOutcome({ isGood: false, words: errorMessage(error, "Stripe could not be reached.") });
    }
    setBusy(false);
  }

  return (
    <div className="mt-5">
      <Button variant="secondary" isBusy={isBusy} onClick={() => void test()}>
        Test the connection
      </Button>
      <div role="status" className="mt-3 empty:hidden">
        {outcome && (
          <p className={`rounded-2xl px-4 py-3 ${outcome.isGood ? "bg-leaf-soft" : "bg-accent-soft"}`}>
            {outcome.words}
          </p>
        )}
      </div>
    </div>
  );
}
