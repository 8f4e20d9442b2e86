import { unsubscribe } from "@/lib/features/digest/service";
import { unsubscribePage } from "@/lib/features/digest/unsubscribe-page";
import type { UnsubscribeKind } from "@/lib/features/digest/unsubscribe-token";
import { AppError } from "@/lib/http/errors";

/**
 * Ends the weekly e-mail, or the news, and answers with a page that says so; a browser is told of a wrong link in the same way.
 * @throws AppError 400 for other clients
 */
export async function answerUnsubscribe(token: string, request: Request): Promise<Response> {
  let kind: UnsubscribeKind;
  try {
    kind = await unsubscribe(token);
  } catch (error) {
    const isPage = request.headers.get("accept")?.includes("text/html") ?? false;
    if (!isPage || !(error instanceof AppError)) throw error;
    return unsubscribePage(error.status, "This link does not work", error.message);
  }
  return unsubscribePage(
    200,
    kind === "news" ? "No more news" : "No more weekly emails",
    "You are unsubscribed, and nothing else has changed. Should you miss them, you can switch them on again.",
  );
}
