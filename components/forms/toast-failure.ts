import { toast } from "@/components/ui/toast";
import { errorMessage } from "@/lib/http/api-error";

/** Shows that something failed, with the server's own message if it gave one. */
export function toastFailure(title: string, error: unknown, fallback = "Please try again."): void {
  toast({ title, description: errorMessage(error, fallback), variant: "danger" });
}
