import { headers } from "next/headers";
import { getPageSettings } from "@/lib/core/settings/server/page-settings";
import { type ShownMoney, shownMoney } from "@/lib/shared/currency";

/** How money is shown to the person viewing the page: as they chose, otherwise as their browser's locale suggests. */
export async function readPageMoney(): Promise<ShownMoney> {
  const [settings, sent] = await Promise.all([getPageSettings(), headers()]);
  return shownMoney(settings, sent.get("accept-language"));
}
