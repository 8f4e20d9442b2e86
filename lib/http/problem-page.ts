import { AppError } from "@/lib/http/errors";
import { type PlainPage, plainPage, wantsPage } from "@/lib/http/plain-page";

/** Browsers get a page about a link in a mail that doesn't work; other clients get the error. */
export async function withProblemPage(
  request: Request,
  link: NonNullable<PlainPage["link"]>,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!wantsPage(request) || !(error instanceof AppError)) throw error;
    return plainPage({ status: error.status, heading: "This link doesn't work", text: error.message, link });
  }
}
