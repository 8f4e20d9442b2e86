import { cookies } from "next/headers";
import { WelcomeToday } from "@/components/album/home/welcome-today";
import { getWelcomeImage } from "@/lib/album/media/server/welcome-image-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { visitorDay } from "@/lib/http/visitor-day";
import { welcomeCookie, welcomeSeenValue } from "@/lib/shared/welcome-cookie";

/** The family's welcome photo, until this browser has shown it once today. */
export async function TodaysWelcome({ actor }: { actor: MemberActor }) {
  const [today, held] = await Promise.all([visitorDay(), cookies()]);
  const seenValue = welcomeSeenValue(today, actor.familyId);
  if (held.get(welcomeCookie)?.value === seenValue) return null;
  const image = await getWelcomeImage(actor);
  return image && <WelcomeToday image={image} seenValue={seenValue} />;
}
