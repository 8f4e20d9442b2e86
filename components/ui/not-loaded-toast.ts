import { toast } from "@/components/ui/toast";

/** For a part of the page that is fetched on demand and failed to load. */
export function showNotLoadedToast(): void {
  toast({
    title: "This could not be loaded",
    description: "Please check your connection and try again.",
    variant: "danger",
  });
}
