import { sessionSetCookie } from "@/lib/core/auth/server/session-cookie";
import { Reply, route } from "@/lib/http/route";
import { deleteAccountSchema } from "@/lib/operations/your-data/schema";
import { deleteAccount } from "@/lib/operations/your-data/server/deletion-service";

export const DELETE = route({
  summary:
    "Permanently deletes the caller's account; requires the password, or the username if there is none.",
  access: "user",
  refusesDirectAccess: true,
  body: deleteAccountSchema,
  answer: "empty",
  handler: async ({ actor, body, isSecure }) => {
    await deleteAccount(actor, body);
    return new Reply(undefined, { cookies: [sessionSetCookie(null, isSecure)] });
  },
});
