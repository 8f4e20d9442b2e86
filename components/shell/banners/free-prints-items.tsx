import { Printer } from "lucide-react";
import type { BannerItem } from "@/components/shell/banners/rotating-banner";

/** The month's remaining free prints, for the rotating banner on home; empty if none are left. */
export function freePrintsItems(remaining: number): BannerItem[] {
  if (remaining <= 0) return [];
  return [
    {
      id: "free prints",
      isAboutPrints: true,
      icon: <Printer aria-hidden="true" />,
      text: `${remaining} free ${remaining === 1 ? "print" : "prints"} left this month`,
    },
  ];
}
