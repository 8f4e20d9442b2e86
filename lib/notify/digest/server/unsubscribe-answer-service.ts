import { appUrl } from "@/lib/http/app-url";
import { plainPage } from "@/lib/http/plain-page";
import { withProblemPage } from "@/lib/http/problem-page";
import { requireUnsubscribeLink, unsubscribe } from "@/lib/notify/digest/server/service";

const nouns = { digest: "weekly emails", letter: "weekly letters", news: "news" } as const;

const settingsLink = () => ({
  label: "Open the settings",
  href: `${appUrl()}/settings?tab=notifications`,
});

/**
 * The page that the link in a mail opens, with a button: mail scanners open links too, and must not unsubscribe anyone.
 * @throws AppError 400 for other clients
 */
export function showUnsubscribe(token: string, request: Request): Promise<Response> {
  return withProblemPage(request, settingsLink(), async () => {
    const { kind } = requireUnsubscribeLink(token);
    return plainPage({
      status: 200,
      heading: `No more ${nouns[kind]}?`,
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
  return withProblemPage(request, settingsLink(), async () => {
    const kind = await unsubscribe(token);
    return plainPage({
      status: 200,
      heading: `No more ${nouns[kind]}`,
      text: "You are unsubscribed, and nothing else has changed. You can switch them back on at any time.",
      link: settingsLink(),
    });
  });
}
