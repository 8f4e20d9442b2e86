import { albumOrigin, call } from "@/tests/support/call";
import { testPassword } from "@/tests/support/factories";
import { writtenMessages } from "@/tests/support/outbox";

/** For the top of a test file, before the settings are first read: mail counts as set up, but nothing sends it. */
export function pretendMailWorks(): void {
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
  process.env.MAIL_FROM = "Keepsake <album@album.test>";
  process.env.APP_URL = albumOrigin;
  // A public address closes sign-up after the first account.
  process.env.SIGN_UP = "open";
}

export async function mailsTo(recipient: string): Promise<{ template: string; text: string }[]> {
  return writtenMessages({ recipient, channel: "mail" });
}

/** The secret in the latest link of this kind mailed to the address; "" when there is none. */
export async function mailedSecret(recipient: string, link: RegExp): Promise<string> {
  const texts = (await mailsTo(recipient)).map(({ text }) => link.exec(text)?.[1]);
  return texts.findLast(Boolean) ?? "";
}

export const confirmationLink = /\/confirm-account\?token=([\w-]{43})/;
export const resetLink = /\/reset-password\?token=([\w-]{43})/;
export const invitationLink = /\/register\/([\w-]{43})/;

/** Signs someone up with their own family, as the page does. @returns their Cookie header */
export async function signUp(username: string, email: string, password = testPassword): Promise<string> {
  const json = { username, email, password, familyName: `The ${username}s` };
  const answer = await call("POST", "/api/organization/signup", { json });
  if (answer.status !== 201) throw new Error(`Nobody was signed up: ${answer.status}`);
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}
