import { env } from "@/lib/env";
import { UndeliverableError } from "@/lib/platform/undeliverable-error";

export interface SmsSender {
  /**
   * @param to in international form: + and digits
   * @throws UndeliverableError when the provider refuses this message or its number permanently
   * @throws Error when it can't be reached, refuses the account or asks to retry
   */
  send(to: string, text: string): Promise<void>;
}

const timeoutMs = 20_000;

/** 400 is about the message (21211: not a number); 401, 429 and 5xx may be resolved at the next try. */
const isForGood = (error: unknown) => (error as { status?: unknown } | null)?.status === 400;

class TwilioSender implements SmsSender {
  /** Loaded at the first message: the library is large, and most albums send none. */
  #client: Promise<import("twilio").Twilio> | undefined;

  async #connect(): Promise<import("twilio").Twilio> {
    const { default: twilio } = await import("twilio");
    const client = twilio(env.TWILIO_ACCOUNT_SID, env.TWILIO_AUTH_TOKEN, { timeout: timeoutMs });
    client.api.baseUrl = env.TWILIO_API_BASE.replace(/\/+$/, "");
    return client;
  }

  async send(to: string, text: string): Promise<void> {
    this.#client ??= this.#connect();
    const client = await this.#client;
    try {
      await client.messages.create({ to, from: env.TWILIO_FROM ?? "", body: text });
    } catch (error) {
      if (!isForGood(error)) throw error;
      const { code, message } = error as { code?: unknown; message?: unknown };
      throw new UndeliverableError(`${String(message)} (${String(code)})`, { cause: error });
    }
  }
}

let sender: SmsSender | null | undefined;

/** The configured SMS provider; null without TWILIO_ACCOUNT_SID. */
export function getSmsSender(): SmsSender | null {
  if (sender === undefined) {
    const isConfigured = env.TWILIO_ACCOUNT_SID && env.TWILIO_AUTH_TOKEN && env.TWILIO_FROM;
    sender = isConfigured ? new TwilioSender() : null;
  }
  return sender;
}
