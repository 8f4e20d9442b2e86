import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { randomKey } from "@/lib/shared/random-key";
import { giftShopKey } from "@/lib/shop/gifts/client/queries";
import { quotaKey } from "@/lib/shop/prints/client/queries";
import { redeemVoucher } from "@/lib/shop/vouchers/client/queries";

/** A field for a voucher's code, and its redemption. Nothing typed is lost if it is refused. */
export function useRedeem(onRedeemed?: () => void) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [code, setCode] = useState("");
  const [done, setDone] = useState<string | null>(null);
  // Reused until an answer arrives, so that a retry after a lost one isn't refused as used already.
  const key = useRef<{ code: string; key: string } | null>(null);

  const { run, isBusy, error, setError } = useAction(
    async (typed: string) => {
      if (key.current?.code !== typed) key.current = { code: typed, key: randomKey() };
      const { message } = await redeemVoucher(typed, key.current.key);
      key.current = null;
      setCode("");
      setDone(message);
      void queryClient.invalidateQueries({ queryKey: quotaKey });
      void queryClient.invalidateQueries({ queryKey: giftShopKey });
      // The server-rendered parts around the page depend on prints and the plan too.
      router.refresh();
      onRedeemed?.();
    },
    { fallback: "The voucher could not be redeemed. Please try again." },
  );

  async function redeem() {
    if (isBusy) return;
    setDone(null);
    const typed = code.trim();
    if (typed) await run(typed);
    else setError("Please enter the voucher's code");
  }

  return { code, setCode, error, done, isBusy, redeem };
}
