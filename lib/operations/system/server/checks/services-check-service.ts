import { env } from "@/lib/env";
import { ok, type SystemCheck, warn, wrong } from "@/lib/operations/system/server/checks/check";
import { getMailer } from "@/lib/platform/mail/mail";

const timeoutMs = 6_000;

export async function checkMail(): Promise<SystemCheck> {
  const mailer = getMailer();
  if (!mailer) {
    return warn(
      "mail",
      "No mail server is set up: emails wait in the outbox for the super admin to pass on, and no one can confirm an email address.",
      "Set SMTP_URL and MAIL_FROM.",
    );
  }
  try {
    await mailer.check();
    return ok("mail", "The mail server accepted our login.");
  } catch (error) {
    const { code } = error as { code?: string };
    return wrong(
      "mail",
      `The mail server refused our login or can't be reached (${code ?? "no reason given"}).`,
      "Check SMTP_URL.",
    );
  }
}

interface OutsideService {
  name: string;
  title: string;
  /** Null if it isn't configured. */
  request: { url: string; headers: Record<string, string> } | null;
  without: string;
  settings: string;
}

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
const base = (url: string) => url.replace(/\/+$/, "");

/** Harmless reads that only succeed with the right key. */
function outsideServices(): OutsideService[] {
  const {
    TWILIO_ACCOUNT_SID: sid,
    TWILIO_AUTH_TOKEN: token,
    STRIPE_SECRET_KEY: stripe,
    PRODIGI_API_KEY: prodigi,
  } = env;
  return [
    {
      name: "sms",
      title: "Twilio",
      request:
        sid && token
          ? {
              url: `${base(env.TWILIO_API_BASE)}/2010-04-01/Accounts/${encodeURIComponent(sid)}.json`,
              headers: { Authorization: basic(sid, token) },
            }
          : null,
      without: "SMS is not set up: codes wait in the outbox.",
      settings: "TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM",
    },
    {
      name: "payments",
      title: "Stripe",
      request: stripe
        ? { url: `${base(env.STRIPE_API_BASE)}/v1/balance`, headers: { Authorization: `Bearer ${stripe}` } }
        : null,
      without: "Payments are not set up: plans can't be bought.",
      settings: "STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET",
    },
    {
      name: "print-lab",
      title: "Prodigi",
      request: prodigi
        ? { url: `${base(env.PRODIGI_API_BASE)}/v4.0/orders?top=1`, headers: { "X-API-Key": prodigi } }
        : null,
      without: "No print lab is set up: orders are packed as a ZIP for a lab of your choice.",
      settings: "PRODIGI_API_KEY",
    },
  ];
}

async function checkService({
  name,
  title,
  request,
  without,
  settings,
}: OutsideService): Promise<SystemCheck> {
  if (!request) return ok(name, without);
  try {
    const { status } = await fetch(request.url, {
      headers: request.headers,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (status === 401 || status === 403)
      return wrong(name, `${title} rejected our key.`, `Check ${settings}.`);
    if (status >= 500)
      return warn(name, `${title} answered ${status}.`, "It may be temporary; check again later.");
    return ok(name, `${title} answered and accepted our key.`);
  } catch {
    return wrong(
      name,
      `${title} can't be reached.`,
      "Check that this machine can reach it (firewall, proxy, DNS).",
    );
  }
}

export const checkOutsideServices = () =>
  outsideServices().map((service) => ({ name: service.name, check: () => checkService(service) }));
