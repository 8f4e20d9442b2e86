import { sessionSetCookie } from "@/lib/auth/session-cookie";
import { deleteAccount } from "@/lib/features/your-data/deletion-service";
import { deleteAccountSchema } from "@/lib/features/your-data/schema";
import { Reply, route } from "@/lib/http/route";

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
