import { requireUndoOwner, undoContactChange } from "@/lib/account/profile/server/contact-change-service";
import type { SessionOrigin } from "@/lib/core/auth/server/sessions";
import { AppError } from "@/lib/http/errors";
import { type PlainPage, plainPage, seeOther, wantsPage } from "@/lib/http/plain-page";

/** Browsers get a page about a dead link; other clients get the error. */
async function withProblemPage(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!wantsPage(request) || !(error instanceof AppError)) throw error;
    const link: PlainPage["link"] = { label: "Ask for a new password", href: "/forgot-password" };
    return plainPage({
      status: error.status,
      heading: "This link no longer works",
      text: error.message,
      link,
    });
  }
}

/** The page that "That wasn't me" in the mail opens: nothing happens until the button is pressed. */
export function showContactChange(token: string, request: Request): Promise<Response> {
  return withProblemPage(request, async () => {
    const { username } = await requireUndoOwner(token);
    return plainPage({
      status: 200,
      heading: "Wasn't that you?",
      text: `We'll restore the earlier email address and phone number of ${username} and sign out every device. The old password, passkeys and other ways to sign in stop working, and you'll choose a new password next.`,
      button: {
        label: "Restore",
        action: `/api/auth/contact-change?token=${encodeURIComponent(token)}`,
      },
    });
  });
}

/** Undoes all changes, and continues to choosing a new password. */
export function answerContactChange(
  token: string,
  request: Request,
  origin: SessionOrigin,
): Promise<Response> {
  return withProblemPage(request, async () => seeOther(await undoContactChange(token, origin)));
}
