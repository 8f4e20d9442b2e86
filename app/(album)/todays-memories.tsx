import { after } from "next/server";
import { HomeMemories } from "@/components/album/memories/home-memories";
import { holdPagePictures } from "@/lib/album/media/page-pictures";
import { readPagePictures } from "@/lib/album/media/server/page-pictures-service";
import { homeMemories } from "@/lib/album/memories/schema";
import { listHomeMemories } from "@/lib/album/memories/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { getPageSettings } from "@/lib/core/settings/server/page-settings";
import { rememberTimeZone } from "@/lib/core/settings/server/service";
import { visitorDay, visitorZone } from "@/lib/http/visitor-day";

/** Photos from this day in earlier years, by the visitor's clock. */
export async function TodaysMemories({ actor }: { actor: MemberActor }) {
  const [today, timeZone, settings] = await Promise.all([visitorDay(), visitorZone(), getPageSettings()]);
  // Notifications of memories are sent without a browser, by the same clock.
  if (timeZone && timeZone !== settings.timeZone) after(() => rememberTimeZone(actor, timeZone));
  const memories = await listHomeMemories(actor, today, homeMemories);
  const [best] = memories;
  if (!best) return null;
  const pageKey = crypto.randomUUID();
  after(holdPagePictures(pageKey, await readPagePictures(actor, [best.item])));
  return <HomeMemories memories={memories} pageKey={pageKey} locale={settings.locale} />;
}
