/** What is not set up, by the setting that would enable it. */
const optionalSettings = {
  SUPER_ADMIN_EMAIL: "no super admin (SUPER_ADMIN_EMAIL, SUPER_ADMIN_PASSWORD)",
  APP_URL: "links use the address of each request (APP_URL)",
  SMTP_URL: "email waits in an outbox (SMTP_URL, MAIL_FROM)",
  TWILIO_ACCOUNT_SID: "SMS waits in an outbox (TWILIO_ACCOUNT_SID)",
  S3_BUCKET: "files are stored on this disk (S3_BUCKET)",
};

/**
 * The lines shown once the server answers.
 * @param {{ port: number, dataDir: string, ownsDatabase: boolean, signUp?: string, isFresh?: boolean }} state
 *   signUp: whether people can sign up, as a sentence; isFresh: whether the installation waits for its owner
 */
export function summary({ port, dataDir, ownsDatabase, signUp, isFresh }) {
  const address = process.env.APP_URL || `http://localhost:${port}`;
  const missing = Object.entries(optionalSettings)
    .filter(([name]) => !process.env[name])
    .map(([, sentence]) => sentence);
  const data = ownsDatabase
    ? `${dataDir} (database and files: back up the whole folder)`
    : `${dataDir} (files), and the database of DATABASE_URL`;
  const lines = [
    "",
    `${process.env.APP_NAME || "Keepsake"} is running at ${address}`,
    "",
    ...(isFresh
      ? [
          `  First visit   ${address.replace(/\/$/, "")}/get-started#code=${process.env.SETUP_CODE}`,
          "                makes you the owner. Anyone with this address could be: keep it to yourself until then.",
        ]
      : []),
    `  Your data     ${data}`,
  ];
  if (signUp) lines.push(`  Sign-up       ${signUp}`);
  if (missing.length > 0) lines.push(`  Not set up    ${missing.join("; ")}. See .env.example`);
  if (process.env.RATE_LIMITS === "off")
    lines.push("  WARNING       RATE_LIMITS=off: passwords can be guessed at full speed");
  lines.push("  Stop          Ctrl-C", "");
  return lines.join("\n");
}
