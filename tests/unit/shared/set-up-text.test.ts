import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Shown only to admins and super admins, or in parts of a page that only they see (component tests). */
const forAdmins = [
  /^components\/operations\/(super-admin|diagnostics|maintenance)\//,
  /^components\/shop\/prints\/(print-diagnostics-view|provider-test-view)\.tsx$/,
  /^components\/shop\/billing\/(payment-settings|billing-overview)\.tsx$/,
  /^components\/shop\/gifts\/gift-shop-view\.tsx$/,
  /^components\/account\/profile\/(pending-email|phone-confirmation)\.tsx$/,
  /^components\/faces\/people\/nobody-yet\.tsx$/,
  /^components\/faces\/recognition\/recognition-settings\.tsx$/,
  /^components\/account\/security\/security-view\.tsx$/,
  /^components\/family\/invitations\/(invite-screen|invitation-link-card)\.tsx$/,
];

const sources = readdirSync("components", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => join("components", file));

const settings = /\b(APP_URL|RECOGNITION|(SMTP|STRIPE|TWILIO|OIDC|GOOGLE|PRODIGI|VAPID|S3)_[A-Z_]+)\b/;
const setUp = /(isn't|is not|aren't|are not) set up|(can't|cannot) send|No mail is/i;

test("only admins are told how the server is set up; others read what they can do", () => {
  expect(sources.length).toBeGreaterThan(200);
  const said = sources
    .filter((file) => !forAdmins.some((pattern) => pattern.test(file)))
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
        .split("\n")
        .filter((line) => settings.test(line) || setUp.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(said).toEqual([]);
});
