import { createECDH } from "node:crypto";
import { z } from "zod";
import { parseKeyList } from "@/lib/core/auth/server/key-list";
import { hostnameOf, isNetwork, privateNetworks } from "@/lib/http/networks";
import { parseSecondCopyAddress } from "@/lib/shared/second-copy-address";
import { plainSetupCode } from "@/lib/shared/setup-code";

/** Together they must leave some of PostgreSQL's 100 connections to others (lib/db.ts). */
export const maxWebProcesses = 8;

const optional = z.string().optional();
const flag = (fallback: boolean) =>
  z
    .enum(["on", "off"])
    .default(fallback ? "on" : "off")
    .transform((value) => value === "on");

function countUpTo(most: number) {
  const message = `must be a whole number from 1 to ${most}`;
  return z.coerce.number({ error: message }).int(message).min(1, message).max(most, message).optional();
}

const keyOf = (pattern: RegExp, message: string) =>
  z.preprocess((value) => value || undefined, z.string().regex(pattern, message).optional());

/** Whether the public key belongs to the private one. */
function isPair(publicKey: string, privateKey: string): boolean {
  const pair = createECDH("prime256v1");
  try {
    pair.setPrivateKey(Buffer.from(privateKey, "base64url"));
  } catch {
    return false;
  }
  return pair.getPublicKey("base64url") === publicKey;
}

const parts = (list: string) =>
  list
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

const proxyList = z.preprocess(
  (value) => value || "off",
  z
    .string()
    .transform((value) => {
      if (value === "off") return [];
      return value === "on" ? privateNetworks : parts(value);
    })
    .refine(
      (networks) => networks.every(isNetwork),
      "must be on, off, or addresses and networks such as 10.0.0.5 or 10.0.1.0/24, separated by commas",
    ),
);

const hostList = z.preprocess(
  (value) => value || "",
  z
    .string()
    .transform((value) => parts(value.toLowerCase()))
    .refine(
      (hosts) => hosts.every((host) => URL.canParse(`https://${host}`) && !/[/@?#\\\s]/.test(host)),
      "must be hosts such as push.example.org or localhost:8443, separated by commas",
    ),
);

const environmentSchema = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
    APP_NAME: z.string().min(1).default("Keepsake"),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    /** The address to listen on; if unset, all of this machine's, or only 127.0.0.1 with TRUST_PROXY. */
    HOST: optional,
    /** Host names the album answers to besides that of APP_URL (without APP_URL: besides private ones). */
    ALLOWED_HOSTS: hostList.transform((hosts) => hosts.map((host) => hostnameOf(host) ?? host)),
    /** Public address, for links in mail and for the same-origin check behind a proxy. */
    APP_URL: z.url().optional(),
    DATA_DIR: z.string().min(1).default("./data"),
    /** With less free space than this, uploads are refused if PostgreSQL is on the same disk; 0 disables that. */
    MIN_FREE_BYTES: z.coerce
      .number()
      .int()
      .min(0)
      .default(2 * 1024 ** 3),
    /** Folders of this server that its operator can import from; they are only read. */
    IMPORT_FOLDERS: z.preprocess(
      (value) => value || "",
      z
        .string()
        .transform(parts)
        .refine(
          (folders) => folders.every((folder) => folder.startsWith("/")),
          "must be absolute folders such as /mnt/photos, separated by commas",
        ),
    ),
    /** Streets for the map: a Protomaps basemap file; without it, the map has only outlines and town names. */
    PMTILES: z.preprocess(
      (value) => value || undefined,
      z
        .string()
        .refine((file) => file.startsWith("/"), "must be an absolute path such as /mnt/maps/europe.pmtiles")
        .optional(),
    ),
    DATABASE_URL: z.string({ error: "is missing: npm start sets it when it runs its own PostgreSQL" }).min(1),
    /** The same database without the pooler that DATABASE_URL leads to. */
    DIRECT_DATABASE_URL: optional,
    AUTH_SECRET: z
      .string({ error: "is missing: npm start creates one and stores it under DATA_DIR" })
      .refine(
        (value) => parseKeyList(value).every(({ secret }) => secret.length >= 32),
        "must have at least 32 characters",
      )
      .refine((value) => {
        const ids = parseKeyList(value).map(({ id }) => id);
        return new Set(ids).size === ids.length;
      }, "has two keys with the same id"),
    /**
     * Needed to set up an empty installation on its first page; npm start creates one. If unset, there is no such page.
     */
    SETUP_CODE: z.preprocess(
      (value) => value || undefined,
      z
        .string()
        .refine((value) => plainSetupCode(value).length >= 8, "must have at least 8 letters or digits")
        .optional(),
    ),
    /** Whether people can create accounts without an invitation. Unset: the address decides (docs/operations.md). */
    SIGN_UP: z.preprocess((value) => value || undefined, z.enum(["open", "closed"]).optional()),
    S3_ENDPOINT: optional,
    S3_BUCKET: optional,
    S3_REGION: z.preprocess((value) => value || "us-east-1", z.string()),
    S3_ACCESS_KEY_ID: optional,
    S3_SECRET_ACCESS_KEY: optional,
    /** Where a second copy of everything is written while the album is in use: a folder, or s3://bucket/prefix. */
    SECOND_COPY: z.preprocess(
      (value) => value || undefined,
      z
        .string()
        .refine(
          (value) => parseSecondCopyAddress(value) !== null,
          "must be an absolute folder such as /mnt/nas/keepsake, or s3://bucket/prefix",
        )
        .optional(),
    ),
    /** The age public keys (`age1...`) it is encrypted with: one for each person who can open it. */
    SECOND_COPY_KEY: z.preprocess(
      (value) => value || "",
      z
        .string()
        .transform(parts)
        .refine(
          (keys) => keys.every((key) => /^age1[a-z0-9]{20,}$/.test(key)),
          "must be public keys of age, which begin with age1, separated by commas",
        ),
    ),
    /** The passphrase it is encrypted with instead. */
    SECOND_COPY_PASSPHRASE: z.preprocess(
      (value) => value || undefined,
      z.string().min(12, "must have at least 12 characters").optional(),
    ),
    SECOND_COPY_S3_ENDPOINT: optional,
    SECOND_COPY_S3_REGION: z.preprocess((value) => value || "us-east-1", z.string()),
    SECOND_COPY_S3_ACCESS_KEY_ID: optional,
    SECOND_COPY_S3_SECRET_ACCESS_KEY: optional,
    /** How often all rows are copied if DATABASE_URL is the operator's own PostgreSQL. */
    SECOND_COPY_SNAPSHOT_MINUTES: z.preprocess(
      (value) => value || 60,
      z.coerce.number().int().min(5, "must be from 5 to 1440").max(1440, "must be from 5 to 1440"),
    ),
    /** Who runs this album, for the legal pages: a person or a company, and where to write to. */
    OPERATOR_NAME: optional,
    OPERATOR_CONTACT: optional,
    SUPER_ADMIN_EMAIL: z.preprocess((value) => value || undefined, z.email().optional()),
    SUPER_ADMIN_PASSWORD: z.preprocess((value) => value || undefined, z.string().min(6).optional()),
    /** smtp://user:password@host:port or smtps://; without it, mail waits in the outbox. */
    SMTP_URL: optional,
    /** The sender of mail: `Keepsake <album@example.org>`. */
    MAIL_FROM: optional,
    TWILIO_ACCOUNT_SID: optional,
    TWILIO_AUTH_TOKEN: optional,
    /** A number belonging to the Twilio account, such as +441632960000. */
    TWILIO_FROM: optional,
    TWILIO_API_BASE: z.preprocess((value) => value || "https://api.twilio.com", z.url()),
    /** Identifies this album to push services: a P-256 pair, base64url. Without it nothing is pushed. */
    VAPID_PUBLIC_KEY: keyOf(/^B[\w-]{86}$/, "must be the 65 bytes of a P-256 point, as base64url"),
    VAPID_PRIVATE_KEY: keyOf(/^[\w-]{43}$/, "must be 32 bytes, as base64url"),
    /** Who a push service can contact about this album: mailto: or https:. */
    VAPID_SUBJECT: z.preprocess(
      (value) => value || undefined,
      z
        .string()
        .refine(
          (value) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value) && URL.canParse(value),
          "must be a mailto: or https: address",
        )
        .optional(),
    ),
    /** Push services besides those of browser vendors: hosts, with their port unless it is 443. */
    PUSH_ALLOWED_HOSTS: hostList,
    /** File with the authority that signed their certificates, if it isn't a public one. */
    PUSH_CA: optional,
    /**
     * Card payments; without them nothing is sold. The webhook secret belongs to the endpoint
     * APP_URL/api/stripe/webhook.
     */
    STRIPE_SECRET_KEY: keyOf(
      /^(sk|rk)_(test|live)_\w+$/,
      "must begin with sk_test_, sk_live_, rk_test_ or rk_live_",
    ),
    STRIPE_WEBHOOK_SECRET: keyOf(/^whsec_\w+$/, "must begin with whsec_"),
    STRIPE_API_BASE: z.preprocess((value) => value || "https://api.stripe.com", z.url()),
    /** Who produces new print orders: the built-in lab, or Prodigi, an hour after an order is placed. */
    PRINT_PROVIDER: z.preprocess((value) => value || "lab", z.enum(["lab", "prodigi"])),
    PRODIGI_API_KEY: optional,
    /** https://api.sandbox.prodigi.com makes nothing and costs nothing. */
    PRODIGI_API_BASE: z.preprocess((value) => value || "https://api.prodigi.com", z.url()),
    /** Where parcels go if their address names no country. */
    PRODIGI_COUNTRY: z.preprocess(
      (value) => value || "GB",
      z.string().regex(/^[A-Z]{2}$/, "must be a country's two capital letters, such as GB"),
    ),
    PRODIGI_SHIPPING: z.preprocess(
      (value) => value || "Budget",
      z.enum(["Budget", "Standard", "StandardPlus", "Express", "Overnight"]),
    ),
    OIDC_ISSUER: z.preprocess((value) => value || undefined, z.url().optional()),
    OIDC_CLIENT_ID: optional,
    OIDC_CLIENT_SECRET: optional,
    /** The issuer's name on the sign-in button. */
    OIDC_NAME: z.preprocess((value) => value || "your family's account", z.string()),
    GOOGLE_CLIENT_ID: optional,
    GOOGLE_CLIENT_SECRET: optional,
    /**
     * Address of an avatar service with `{name}` in it. Unset, initials are drawn here: an external service would learn
     * every name.
     */
    AVATAR_SERVICE_URL: z.preprocess(
      (value) => value || undefined,
      z
        .string()
        .refine(
          (url) => url.includes("{name}") && URL.canParse(url.replaceAll("{name}", "name")),
          "must be an address with {name} in it",
        )
        .optional(),
    ),
    /** Returns the newest version, as GitHub's releases/latest does; if unset, nobody is asked. */
    UPDATE_CHECK_URL: z.preprocess(
      (value) => value || undefined,
      z.url({ protocol: /^https?$/, error: "must be an address that begins with https://" }).optional(),
    ),
    /** Whether HEIC photos are accepted and shown; `off` if nobody's phone creates them. */
    HEIF_DECODER: flag(true),
    /** Recognition of faces and things in pictures, if a family wants it; `off` on a small machine. */
    RECOGNITION: flag(true),
    RECOGNITION_PROGRAM: optional,
    /**
     * The proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: addresses and networks; `on` means this
     * machine and private networks, `off` nobody.
     */
    TRUST_PROXY: proxyList,
    RATE_LIMITS: flag(true),
    /** Workers inside the web process; `off` if `npm run worker` runs them separately. */
    WORKER_IN_PROCESS: flag(true),
    /** Unset, the decoders decide (server/tasks.ts). */
    WORKER_CONCURRENCY: countUpTo(8),
    /** Processes that serve the port; unset, the machine decides (server/process-count.ts). */
    WEB_PROCESSES: countUpTo(maxWebProcesses),
    /**
     * How long the server keeps serving after SIGTERM while /api/ready reports that it is ending; if unset, not at all.
     */
    DRAIN_SECONDS: countUpTo(5),
    /** Whether clips are decoded if nothing keeps a compromised decoder from our data and the network. */
    DECODE_UNCONFINED: z.preprocess((value) => value || "allow", z.enum(["allow", "refuse"])),
    /** `nginx` lets the nginx in front send files from disk (X-Accel-Redirect); `off` sends them itself. */
    MEDIA_OFFLOAD: z.enum(["off", "nginx"]).default("off"),
    LOG_LEVEL: z.enum(["silent", "error", "info"]).default("info"),
  })
  .superRefine((values, context) => {
    if (values.S3_BUCKET && !(values.S3_ACCESS_KEY_ID && values.S3_SECRET_ACCESS_KEY)) {
      context.addIssue({
        code: "custom",
        path: ["S3_ACCESS_KEY_ID"],
        message: "and S3_SECRET_ACCESS_KEY are needed with S3_BUCKET",
      });
    }
    requireWholeSecondCopy(values, context);
    const together = [
      ["SMTP_URL", "MAIL_FROM"],
      ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
      ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"],
      ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
      ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
      ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
    ] as const;
    if (values.SMTP_URL && !values.APP_URL) {
      context.addIssue({ code: "custom", path: ["APP_URL"], message: "is needed with SMTP_URL, for links" });
    }
    if (values.PRODIGI_API_KEY && !values.APP_URL) {
      const message = "is needed with PRODIGI_API_KEY: Prodigi fetches the photos from there";
      context.addIssue({ code: "custom", path: ["APP_URL"], message });
    }
    if (values.PRINT_PROVIDER === "prodigi" && !values.PRODIGI_API_KEY) {
      const message = "is needed with PRINT_PROVIDER=prodigi";
      context.addIssue({ code: "custom", path: ["PRODIGI_API_KEY"], message });
    }
    for (const names of together) {
      const missing = names.filter((name) => !values[name]);
      if (missing.length > 0 && missing.length < names.length) {
        const given = names.filter((name) => values[name]).join(" and ");
        context.addIssue({ code: "custom", path: [missing[0] ?? ""], message: `is needed with ${given}` });
      }
    }
    const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values;
    if (publicKey && privateKey && !isPair(publicKey, privateKey)) {
      context.addIssue({
        code: "custom",
        path: ["VAPID_PUBLIC_KEY"],
        message: "doesn't belong to VAPID_PRIVATE_KEY",
      });
    }
    if (Boolean(values.SUPER_ADMIN_EMAIL) !== Boolean(values.SUPER_ADMIN_PASSWORD)) {
      context.addIssue({
        code: "custom",
        path: ["SUPER_ADMIN_PASSWORD"],
        message: "and SUPER_ADMIN_EMAIL must be set together",
      });
    }
  });

interface SecondCopySettings {
  SECOND_COPY?: string | undefined;
  SECOND_COPY_KEY: string[];
  SECOND_COPY_PASSPHRASE?: string | undefined;
  SECOND_COPY_S3_ACCESS_KEY_ID?: string | undefined;
  SECOND_COPY_S3_SECRET_ACCESS_KEY?: string | undefined;
}

function requireWholeSecondCopy(values: SecondCopySettings, context: z.RefinementCtx): void {
  if (!values.SECOND_COPY) return;
  const refuse = (name: keyof SecondCopySettings, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  const hasKey = values.SECOND_COPY_KEY.length > 0;
  const hasPassphrase = values.SECOND_COPY_PASSPHRASE !== undefined;
  if (!hasKey && !hasPassphrase)
    refuse("SECOND_COPY_KEY", "or SECOND_COPY_PASSPHRASE is needed with SECOND_COPY");
  if (hasKey && hasPassphrase)
    refuse(
      "SECOND_COPY_PASSPHRASE",
      "can't be set together with SECOND_COPY_KEY: the copy is encrypted with one or the other",
    );
  const { SECOND_COPY_S3_ACCESS_KEY_ID: id, SECOND_COPY_S3_SECRET_ACCESS_KEY: secret } = values;
  if (values.SECOND_COPY.startsWith("s3:") && !(id && secret)) {
    const message = "and SECOND_COPY_S3_SECRET_ACCESS_KEY are needed with a bucket";
    refuse("SECOND_COPY_S3_ACCESS_KEY_ID", message);
  }
}

export type Environment = z.infer<typeof environmentSchema>;

/**
 * Reads and validates the settings. Empty ones count as unset, so a blank line in .env switches a feature off.
 * @throws Error naming each wrong variable.
 */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = environmentSchema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join(".")} ${issue.message}`);
  throw new Error(`Invalid settings:\n${lines.join("\n")}`);
}

let parsed: Environment | undefined;

/** The settings, read once on first use (a build has none). The only reader of process.env. */
export const env: Environment = new Proxy({} as Environment, {
  get(_, name: keyof Environment) {
    parsed ??= parseEnvironment(process.env);
    return parsed[name];
  },
});

/** For code that needs its own session: locks and settings that outlive a transaction, LISTEN, migrations, backups. */
export const directDatabaseUrl = (): string => env.DIRECT_DATABASE_URL ?? env.DATABASE_URL;

/** The folders searched for system programs; not one of our settings. */
export const searchPath = (): string | undefined => process.env.PATH;
