import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnvironment } from "@/lib/env";
import { plainSetupCode } from "@/lib/shared/setup-code";
import { prepareSettings } from "@/ops/lib/settings.mjs";

/** The setup code of a server started with these settings. */
function codeWith(settings: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-code-"));
  const before = { ...process.env };
  try {
    delete process.env.SETUP_CODE;
    delete process.env.AUTH_SECRET;
    Object.assign(process.env, { DATA_DIR: folder }, settings);
    prepareSettings(folder);
    return process.env.SETUP_CODE ?? "";
  } finally {
    process.env = before;
    rmSync(folder, { recursive: true });
  }
}

const secret = "q8Zt3LxV0mWc7Rb1Yk5Pn9Hs2Dj6Fg4A";

test("every server with the same secret has the same code, and no other installation has it", () => {
  const code = codeWith({ AUTH_SECRET: secret });
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(codeWith({ AUTH_SECRET: secret })).toBe(code);
  expect(codeWith({ AUTH_SECRET: `${secret}x` })).not.toBe(code);
  expect(codeWith({})).not.toBe(codeWith({}));
});

test("a custom code is used unchanged, and one that is too short is refused", () => {
  expect(codeWith({ AUTH_SECRET: secret, SETUP_CODE: "blue-garden-gate" })).toBe("blue-garden-gate");
  const needed = { DATABASE_URL: "postgresql://localhost/keepsake", AUTH_SECRET: secret };
  expect(() => parseEnvironment({ ...needed, SETUP_CODE: "a-b-c-d" })).toThrow(
    /SETUP_CODE must have at least 8/,
  );
});

test.each(["k7om 2f9d xw1t", "K7OM-2F9D-XWLT", " k70m2f9dxwit"])("%s is read as it was meant", (typed) => {
  expect(plainSetupCode(typed)).toBe("K70M2F9DXW1T");
});
