import { toast } from "@/components/ui/toast";
import { errorMessage } from "@/lib/http/api-error";

/** Shows 'Basket is full' (specification 8.5), with the number of prints in the server's wording. */
export function showBasketFull(error: unknown): void {
  const description = errorMessage(error, "").replace(/^Basket is full\.?\s*/, "");
  toast({ title: "Basket is full", ...(description ? { description } : {}), variant: "danger" });
}
