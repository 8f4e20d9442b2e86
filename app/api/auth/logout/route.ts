import { z } from "zod";
import { signOut } from "@/lib/account/accounts/server/service";
import { sessionSetCookie } from "@/lib/core/auth/server/session-cookie";
import { Reply, route } from "@/lib/http/route";

export const POST = route({
  summary: "Ends the session. Signing out again is fine.",
  access: "public",
  worksInMaintenance: true,
  answer: z.object({ success: z.literal(true) }),
  handler: async ({ actor, isSecure }) => {
    if (actor) await signOut(actor);
    // Everything the browser stored for us, including the picture cache.
    const headers = { "Clear-Site-Data": '"cache", "storage"' };
    return new Reply({ success: true as const }, { headers, cookies: [sessionSetCookie(null, isSecure)] });
  },
});
