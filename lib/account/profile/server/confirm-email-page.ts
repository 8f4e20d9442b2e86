import { confirmEmail, requireConfirmableEmail } from "@/lib/account/profile/server/pending-email-service";
import { AppError } from "@/lib/http/errors";
import { plainPage, seeOther, wantsPage } from "@/lib/http/plain-page";

const private_ = { "Cache-Control": "private, no-store" };

/** Browsers are redirected to the profile, which says what is wrong with the link; other clients get the error. */
async function withProfileRedirect(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!wantsPage(request) || !(error instanceof AppError)) throw error;
    return seeOther(`/profile?email=${error.code === "email_taken" ? "taken" : "expired"}`);
  }
}

/** The page that the mail's link opens: nothing is confirmed until the button is pressed. */
export function showEmailConfirmation(token: string, request: Request): Promise<Response> {
  return withProfileRedirect(request, async () => {
    const { email } = await requireConfirmableEmail(token);
    if (!wantsPage(request)) return Response.json({ email }, { headers: private_ });
    return plainPage({
      status: 200,
      heading: "Is this your new email address?",
      text: `From now on we'll write to ${email}.`,
      button: {
        label: "Confirm my address",
        action: `/api/auth/confirm-email/confirm?token=${encodeURIComponent(token)}`,
      },
    });
  });
}

export function answerEmailConfirmation(token: string, request: Request): Promise<Response> {
  return withProfileRedirect(request, async () => {
    const confirmed = await confirmEmail(token);
    return wantsPage(request)
      ? seeOther("/profile?email=confirmed")
      : Response.json(confirmed, { headers: private_ });
  });
}
