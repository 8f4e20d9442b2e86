import { toast } from "@/components/ui/toast";

/** For a part of the page that failed to load on demand. */
export function showNotLoadedToast(): void {
  toast({
    title: "This could not be loaded",
    description: "Please check your connection and try again.",
    variant: "danger",
  });
}
