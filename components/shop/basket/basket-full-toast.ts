import { toast } from "@/components/ui/toast";
import { errorMessage } from "@/lib/http/api-error";

/** Says 'Basket is full' (specification 8.5), and how many prints there are, as the server put it. */
export function showBasketFull(error: unknown): void {
  const description = errorMessage(error, "").replace(/^Basket is full\.?\s*/, "");
  toast({ title: "Basket is full", ...(description ? { description } : {}), variant: "danger" });
}
