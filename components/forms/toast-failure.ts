import { toast } from "@/components/ui/toast";
import { errorMessage } from "@/lib/http/api-error";

/** Says that something failed, with the server's own words where it gave any. */
export function toastFailure(title: string, error: unknown, fallback = "Please try again."): void {
  toast({ title, description: errorMessage(error, fallback), variant: "danger" });
}
