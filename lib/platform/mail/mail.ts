import { createTransport, type Transporter } from "nodemailer";
import SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import { env } from "@/lib/env";
import { UndeliverableError } from "@/lib/platform/undeliverable-error";

/** A picture inside a mail: the HTML refers to it as `cid:` and the id. */
export interface MailPicture {
  id: string;
  contentType: string;
  content: Buffer;
}

export interface Mail {
  /** Constant across retries, so a mail system can recognise a duplicate. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Unsubscribes from this kind of mail through the mail program's own button (RFC 8058); null: there is none. */
  unsubscribeUrl?: string | null;
  pictures?: readonly MailPicture[];
}

export interface Mailer {
  /**
   * @throws UndeliverableError when the server refuses this message or its recipient permanently
   * @throws Error when it can't be reached, refuses the user or the sender, or asks to retry
   */
  send(mail: Mail): Promise<void>;
  /** @throws Error when the server can't be reached or refuses the user */
  check(): Promise<void>;
}

const timeoutMs = 20_000;

/** 5xx about the recipient or the message; a refused user or sender is our own setting, which can be corrected. */
function isForGood(error: unknown): boolean {
  const { code, command, responseCode } = error as Record<string, unknown>;
  const isAboutMessage = code === "EMESSAGE" || (code === "EENVELOPE" && command !== "MAIL FROM");
  return isAboutMessage && (typeof responseCode !== "number" || responseCode >= 500);
}

class SmtpMailer implements Mailer {
  readonly #transport: Transporter;
  readonly #from: string;

  constructor(url: string, from: string) {
    // Not the short form createTransport({ url }): that one drops every option but the url.
    const smtp = new SMTPTransport({
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    });
    // A message is built from our own templates: nothing is ever read from a file or an address.
    this.#transport = createTransport(smtp, { from, disableFileAccess: true, disableUrlAccess: true });
    this.#from = from;
  }

  async send(mail: Mail): Promise<void> {
    const domain = this.#from.match(/@([^>\s]+)/)?.[1] ?? "localhost";
    try {
      await this.#transport.sendMail({
        messageId: `<${mail.id}@${domain}>`,
        // As an object: a text would be read as a list of recipients.
        to: { name: "", address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        attachments: (mail.pictures ?? []).map(({ id, contentType, content }) => ({
          cid: id,
          filename: `${id}.jpg`,
          contentType,
          content,
          contentDisposition: "inline" as const,
        })),
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(mail.unsubscribeUrl
            ? {
                "List-Unsubscribe": `<${mail.unsubscribeUrl}>`,
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
              }
            : {}),
        },
      });
    } catch (error) {
      if (!isForGood(error)) throw error;
      throw new UndeliverableError(String((error as Error).message), { cause: error });
    }
  }

  async check(): Promise<void> {
    await this.#transport.verify();
  }
}

let mailer: Mailer | null | undefined;

/** The configured mail server; null without SMTP_URL. */
export function getMailer(): Mailer | null {
  if (mailer === undefined) {
    mailer = env.SMTP_URL && env.MAIL_FROM ? new SmtpMailer(env.SMTP_URL, env.MAIL_FROM) : null;
  }
  return mailer;
}
