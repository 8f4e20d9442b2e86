import { parseEnvironment } from "@/lib/env";

const needed = { DATABASE_URL: "postgresql://localhost/keepsake", AUTH_SECRET: "x".repeat(32) };

test("with what is needed, the rest has defaults", () => {
  expect(parseEnvironment(needed)).toMatchObject({
    PORT: 3000,
    DATA_DIR: "./data",
    RATE_LIMITS: true,
    TRUST_PROXY: false,
    WORKER_IN_PROCESS: true,
    MEDIA_OFFLOAD: "off",
  });
});

test("a blank line switches an option off", () => {
  const blank = {
    APP_URL: "",
    SUPER_ADMIN_EMAIL: "",
    SUPER_ADMIN_PASSWORD: "",
    S3_BUCKET: "",
    RATE_LIMITS: "",
  };
  const values = parseEnvironment({ ...needed, ...blank });
  expect([values.APP_URL, values.SUPER_ADMIN_EMAIL, values.RATE_LIMITS]).toEqual([
    undefined,
    undefined,
    true,
  ]);
});

test.each([
  ["DATABASE_URL", { DATABASE_URL: undefined }],
  ["AUTH_SECRET", { AUTH_SECRET: "short" }],
  ["PORT", { PORT: "70000" }],
  ["APP_URL", { APP_URL: "album" }],
  ["RATE_LIMITS", { RATE_LIMITS: "yes" }],
  ["SUPER_ADMIN_PASSWORD", { SUPER_ADMIN_EMAIL: "root@example.org" }],
  ["S3_ACCESS_KEY_ID", { S3_BUCKET: "album" }],
])("a wrong %s is told by its name, without its value", (name, values) => {
  expect(() => parseEnvironment({ ...needed, ...values })).toThrow(name);
  expect(() => parseEnvironment({ ...needed, ...values })).not.toThrow(/short|70000/);
});
