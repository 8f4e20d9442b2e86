import { appUrl } from "@/lib/http/app-url";
import { AppError } from "@/lib/http/errors";
import { plainPage, wantsPage } from "@/lib/http/plain-page";
import { requireUnsubscribeLink, unsubscribe } from "@/lib/notify/digest/server/service";

const settingsLink = () => ({
  label: "Open the settings",
  href: `${appUrl()}/settings?tab=notifications`,
});

/** Browsers get a page about a wrong link; other clients get the error. */
async function withProblemPage(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!wantsPage(request) || !(error instanceof AppError)) throw error;
    return plainPage({
      status: error.status,
      heading: "This link doesn't work",
      text: error.message,
      link: settingsLink(),
    });
  }
}

/**
 * What the link in a mail opens: a page with the button. Mail scanners open links too, and must not unsubscribe anyone.
 * @throws AppError 400 for other clients
 */
export function showUnsubscribe(token: string, request: Request): Promise<Response> {
  return withProblemPage(request, async () => {
    const { kind } = requireUnsubscribeLink(token);
    return plainPage({
      status: 200,
      heading: kind === "news" ? "No more news?" : "No more weekly emails?",
      text: "Nothing else changes, and you can switch them back on in the settings.",
      button: { label: "Unsubscribe", action: `/api/unsubscribe?token=${encodeURIComponent(token)}` },
      link: settingsLink(),
    });
  });
}

/**
 * Unsubscribes from the weekly e-mail or the news, and responds with a page that says so.
 * @throws AppError 400 for other clients
 */
export function answerUnsubscribe(token: string, request: Request): Promise<Response> {
  return withProblemPage(request, async () => {
    const kind = await unsubscribe(token);
    return plainPage({
      status: 200,
      heading: kind === "news" ? "No more news" : "No more weekly emails",
      text: "You are unsubscribed, and nothing else has changed. You can switch them back on at any time.",
      link: settingsLink(),
    });
  });
}
