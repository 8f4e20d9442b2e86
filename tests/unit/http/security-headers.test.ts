import { contentSecurityPolicy, pageSecurityHeaders } from "@/lib/http/security-headers";

const page = { nonce: "bm9uY2U=", isSecure: false, isDevelopment: false };

test("scripts run only with the answer's nonce, and nobody can frame the page", () => {
  const policy = pageSecurityHeaders(page)["Content-Security-Policy"] ?? "";
  expect(policy.split("; ")).toEqual(
    expect.arrayContaining([
      "script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "connect-src 'self'",
    ]),
  );
  expect(policy).not.toContain("unsafe-eval");
});

test("transport security is only announced on https", () => {
  expect(pageSecurityHeaders(page)).not.toHaveProperty("Strict-Transport-Security");
  expect(pageSecurityHeaders({ ...page, isSecure: true })).toHaveProperty("Strict-Transport-Security");
});

test("pictures come from elsewhere only if an avatar service is configured, and only from there", () => {
  const policy = (avatarServiceUrl?: string) =>
    /img-src ([^;]*)/.exec(
      contentSecurityPolicy({ nonce: "n", isSecure: true, isDevelopment: false, avatarServiceUrl }),
    )?.[1];
  expect(policy()).toBe("'self' data: blob:");
  expect(policy("https://avatars.example.org/api/?name={name}&size=64")).toBe(
    "'self' data: blob: https://avatars.example.org",
  );
});
