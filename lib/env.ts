import { z } from "zod";

/** Empty strings count as unset, so that a blank line in .env switches a feature off. */
const optional = z.preprocess((value) => (value === "" ? undefined : value), z.string().optional());
const flag = (fallback: boolean) =>
  z.preprocess(
    (value) => (value === "" || value === undefined ? (fallback ? "on" : "off") : value),
    z.enum(["on", "off"]).transform((value) => value === "on"),
  );

const environmentSchema = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
    APP_NAME: z.string().min(1).default("Keepsake"),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    /** Public address, for links in mail and for the same-origin check behind a proxy. */
    APP_URL: z.preprocess((value) => (value === "" ? undefined : value), z.url().optional()),
    DATA_DIR: z.string().min(1).default("./data"),
    DATABASE_URL: z.string({ error: "is missing: npm start sets it when it runs its own PostgreSQL" }).min(1),
    AUTH_SECRET: z
      .string({ error: "is missing: npm start makes one and keeps it under DATA_DIR" })
      .min(32, "must have at least 32 characters"),
    S3_ENDPOINT: optional,
    S3_BUCKET: optional,
    S3_REGION: z.preprocess((value) => value || "us-east-1", z.string()),
    S3_ACCESS_KEY_ID: optional,
    S3_SECRET_ACCESS_KEY: optional,
    SUPER_ADMIN_EMAIL: z.preprocess((value) => value || undefined, z.email().optional()),
    SUPER_ADMIN_PASSWORD: z.preprocess((value) => value || undefined, z.string().min(6).optional()),
    /** `on` behind a proxy that sets X-Forwarded-For and X-Forwarded-Proto; else those headers are not believed. */
    TRUST_PROXY: flag(false),
    RATE_LIMITS: flag(true),
    /** Workers inside the web process; `off` where `npm run worker` runs them apart. */
    WORKER_IN_PROCESS: flag(true),
    WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(8).default(4),
    /** `nginx` lets the nginx in front send files of the disk (X-Accel-Redirect); `off` sends them itself. */
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
    if (Boolean(values.SUPER_ADMIN_EMAIL) !== Boolean(values.SUPER_ADMIN_PASSWORD)) {
      context.addIssue({
        code: "custom",
        path: ["SUPER_ADMIN_PASSWORD"],
        message: "and SUPER_ADMIN_EMAIL go together",
      });
    }
  });

export type Environment = z.infer<typeof environmentSchema>;

/**
 * Reads and checks the settings.
 * @throws Error naming each wrong variable.
 */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const result = environmentSchema.safeParse(source);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join(".")} ${issue.message}`);
  throw new Error(`Settings are wrong:\n${lines.join("\n")}`);
}

let parsed: Environment | undefined;

/** The settings, read once at first use (a build has none). The only reader of process.env. */
export const env: Environment = new Proxy({} as Environment, {
  get(_, name: keyof Environment) {
    parsed ??= parseEnvironment(process.env);
    return parsed[name];
  },
});
