import { once } from "node:events";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { freePort } from "@/ops/lib/free-port.mjs";

interface Refusal {
  code: number;
  words: string;
}

export interface ReceivedMail {
  /** From the envelope. */
  to: string[];
  from: string;
  raw: string;
  mail: Email;
}

export interface TestSmtpServer {
  url: string;
  received: ReceivedMail[];
  /** The server's answer to this recipient or message. */
  refuse: (recipient: string) => Refusal | null;
  refuseSender: () => Refusal | null;
  stop: () => Promise<void>;
  /** Restarts at the same address. */
  start: () => Promise<void>;
}

export const smtpUser = { name: "album", password: "pass word/:@" };

const refusal = ({ code, words }: Refusal) => Object.assign(new Error(words), { responseCode: code });

/** A real SMTP server on the loopback, which requires a user and stores what it receives. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const port = await freePort();
  let server: SMTPServer | undefined;
  const handle: TestSmtpServer = {
    url: "",
    received: [],
    refuse: () => null,
    refuseSender: () => null,
    stop: () => new Promise((resolve) => (server ? server.close(() => resolve()) : resolve())),
    start: async () => {
      server = new SMTPServer({
        allowInsecureAuth: true,
        disabledCommands: ["STARTTLS"],
        onAuth: ({ username, password }, _session, done) => {
          const isRight = username === smtpUser.name && password === smtpUser.password;
          if (isRight) done(null, { user: username });
          else done(refusal({ code: 535, words: "Wrong user or password" }));
        },
        onMailFrom: (_address, _session, done) => {
          const refused = handle.refuseSender();
          done(refused ? refusal(refused) : null);
        },
        onRcptTo: ({ address }, _session, done) => {
          const refused = handle.refuse(address);
          done(refused ? refusal(refused) : null);
        },
        onData: (stream, session, done) => {
          const parts: Buffer[] = [];
          stream.on("data", (part: Buffer) => parts.push(part));
          stream.on("end", () => {
            const raw = Buffer.concat(parts);
            const { mailFrom, rcptTo } = session.envelope;
            PostalMime.parse(raw).then((mail) => {
              handle.received.push({
                to: rcptTo.map(({ address }) => address),
                from: mailFrom ? mailFrom.address : "",
                raw: raw.toString("utf8"),
                mail,
              });
              done();
            }, done);
          });
        },
      });
      // A connection dropped by the client is not a failure of the server.
      server.on("error", () => {});
      await once(server.listen(port, "127.0.0.1"), "listening");
      const user = `${smtpUser.name}:${encodeURIComponent(smtpUser.password)}`;
      handle.url = `smtp://${user}@127.0.0.1:${port}`;
    },
  };
  await handle.start();
  return handle;
}
