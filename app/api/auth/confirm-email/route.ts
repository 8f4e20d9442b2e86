import { z } from "zod";
import { confirmEmail, resendConfirmation } from "@/lib/features/profile/pending-email-service";
import { confirmEmailAnswerSchema, confirmEmailQuery } from "@/lib/features/profile/schema";
import { AppError } from "@/lib/http/errors";
import { Reply, route } from "@/lib/http/route";

const seeProfile = (email: string, outcome: string) =>
  new Reply({ email }, { status: 303, headers: { Location: `/profile?email=${outcome}` } });

export const GET = route({
  summary:
    "Confirms a new e-mail address by the link that was mailed to it; a browser is led to the profile.",
  access: "public",
  query: confirmEmailQuery,
  answer: confirmEmailAnswerSchema,
  rateLimit: { name: "confirm-email-link", points: 60, seconds: 900 },
  handler: async ({ query, request }) => {
    const isPage = request.headers.get("accept")?.includes("text/html") ?? false;
    try {
      const confirmed = await confirmEmail(query.token);
      return isPage ? seeProfile(confirmed.email, "confirmed") : confirmed;
    } catch (error) {
      if (!isPage || !(error instanceof AppError)) throw error;
      return seeProfile("", error.code === "email_taken" ? "taken" : "expired");
    }
  },
});

export const POST = route({
  summary: "Mails the confirmation of the pending e-mail address once more.",
  access: "user",
  answer: z.object({ pendingEmail: z.string() }),
  handler: ({ actor }) => resendConfirmation(actor),
});
