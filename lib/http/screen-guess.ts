import { cookies, headers } from "next/headers";
import { type ScreenWidth, screenCookie, screenWidths } from "@/lib/shared/screen-width";

/**
 * The window's probable width, only for drawing the first view in about the right shape: what the browser recorded last
 * time, otherwise what its user agent suggests.
 */
export async function guessScreen(): Promise<ScreenWidth> {
  const noted = (await cookies()).get(screenCookie)?.value;
  const known = screenWidths.find((width) => width === noted);
  if (known) return known;
  return /Mobi/i.test((await headers()).get("user-agent") ?? "") ? "phone" : "desktop";
}
