import { cn } from "@/components/ui/class-names";
import type { ToastContent } from "@/components/ui/toast";

export const toastPlace =
  "fixed inset-x-3 bottom-[calc(var(--bottom-bar)+16px)] z-50 outline-none md:left-auto md:w-[400px]";

export const toastClasses = (variant: ToastContent["variant"], more?: string) =>
  cn(
    "flex items-center gap-4 rounded-3xl bg-ink py-3 pr-2 pl-5 text-paper shadow-2",
    variant === "danger" && "border-l-8 border-danger",
    more,
  );

export const toastActionClasses = "button button-small border-paper/40";
export const toastCloseClasses = "button button-icon flex-none focus-visible:outline-paper";
