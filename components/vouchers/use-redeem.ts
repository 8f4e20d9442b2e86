import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { giftShopKey } from "@/lib/features/gifts/queries";
import { quotaKey } from "@/lib/features/prints/queries";
import { requestRedeem } from "@/lib/features/vouchers/queries";
import { errorMessage } from "@/lib/http/api-error";
import { randomKey } from "@/lib/shared/random-key";

/** A field for a voucher's code and what becomes of it. Nothing typed is lost when it is refused. */
export function useRedeem(onRedeemed?: () => void) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [done, setDone] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // Kept until it is answered: an answer that got lost is not "used already".
  const key = useRef<{ code: string; key: string } | null>(null);

  async function redeem() {
    if (isBusy) return;
    setDone(null);
    const typed = code.trim();
    if (!typed) return setError("Please enter the voucher's code");
    setError(undefined);
    setIsBusy(true);
    if (key.current?.code !== typed) key.current = { code: typed, key: randomKey() };
    try {
      const { message } = await requestRedeem(typed, key.current.key);
      key.current = null;
      setCode("");
      setDone(message);
      void queryClient.invalidateQueries({ queryKey: quotaKey });
      void queryClient.invalidateQueries({ queryKey: giftShopKey });
      // What the server drew around the page counts prints and knows the plan too.
      router.refresh();
      onRedeemed?.();
    } catch (refusal) {
      setError(errorMessage(refusal, "The voucher could not be redeemed. Please try again."));
    }
    setIsBusy(false);
  }

  return { code, setCode, error, done, isBusy, redeem };
}
