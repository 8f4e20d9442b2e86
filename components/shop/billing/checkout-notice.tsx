"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useSwitchFamily } from "@/components/family/families/use-switch-family";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";

const pollMs = 2_000;
const patienceMs = 60_000;

/** Refetches the page until the purchase is there. @returns whether it is still waiting */
function useWaiting(isThere: boolean): boolean {
  const { refresh } = useRouter();
  const [hasPatience, setPatience] = useState(true);
  const isWaiting = !isThere && hasPatience;
  useEffect(() => {
    if (!isWaiting) return;
    const asking = setInterval(refresh, pollMs);
    const ending = setTimeout(() => setPatience(false), patienceMs);
    return () => {
      clearInterval(asking);
      clearTimeout(ending);
    };
  }, [isWaiting, refresh]);
  return isWaiting;
}

const late = "The payment isn't confirmed yet. Nothing is lost: it will show here as soon as it is.";

export interface CheckoutNoticeProps {
  outcome: "done" | "cancelled";
  /** The plan's name, once the payment has been confirmed. */
  planName: string | null;
}

/** Shown on return from the card payment provider. */
export function CheckoutNotice({ outcome, planName }: CheckoutNoticeProps) {
  const isWaiting = useWaiting(outcome === "cancelled" || planName !== null);
  if (outcome === "cancelled") {
    return <Note>You came back without paying, so nothing was charged and nothing has changed.</Note>;
  }
  if (planName) return <Note isGood>Thank you! Your family has the {planName} now.</Note>;
  if (!isWaiting) return <Note>{late}</Note>;
  return (
    <Note>
      <Spinner /> Thank you! Your payment is being confirmed...
    </Note>
  );
}

export interface NewFamilyNoticeProps {
  name: string;
  /** Set once it has been paid for and created. */
  familyId: string | null;
}

/** Shown on return from paying for a new family: it exists as soon as the payment is confirmed. */
export function NewFamilyNotice({ name, familyId }: NewFamilyNoticeProps) {
  const isWaiting = useWaiting(familyId !== null);
  const { switchTo, isSwitching } = useSwitchFamily();
  if (!familyId) {
    return isWaiting ? (
      <Note>
        <Spinner /> Thank you! {name} will be created as soon as your payment is confirmed...
      </Note>
    ) : (
      <Note>{late}</Note>
    );
  }
  return (
    <Note isGood>
      <span className="min-w-0 flex-1 basis-60">Thank you! {name} is ready.</span>
      <Button isBusy={isSwitching} onClick={() => void switchTo(familyId, "/")}>
        Open {name}
      </Button>
    </Note>
  );
}

function Note({ isGood = false, children }: { isGood?: boolean; children: React.ReactNode }) {
  return (
    <div
      role="status"
      className={`mb-5 flex flex-wrap items-center gap-3 rounded-2xl px-4 py-3 ${isGood ? "bg-leaf-soft" : "bg-honey-soft"}`}
    >
      {children}
    </div>
  );
}
