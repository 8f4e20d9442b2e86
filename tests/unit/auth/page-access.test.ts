import { decidePage } from "@/lib/core/auth/server/page-access";

const member = { token: "t", isSuperAdmin: false };
const superAdmin = { token: "t", isSuperAdmin: true };

test.each([
  "/login",
  "/login/",
  "/create-account",
  "/forgot-password",
  "/reset-password",
  "/confirm-account",
  "/child-password-reset",
  "/sms-reset",
  "/organization/signup",
  "/register/abc",
  "/privacy",
  "/terms",
  "/data-management",
  "/family-safety",
  "/pricing",
  "/maintenance",
])("a visitor sees %s", (path) => {
  expect(decidePage(path, null)).toBe("show");
});

test.each([
  "/",
  "/search",
  "/media/2024/3",
  "/register",
  "/register/a/b",
  "/super-admin",
  "/nowhere",
  "/login/../search",
])("a visitor at %s sees the welcome page instead", (path) => {
  expect(decidePage(path, null)).toBe("welcome");
});

test("someone signed in sees every page", () => {
  for (const path of ["/", "/login", "/search", "/super-admin"])
    expect(decidePage(path, member)).toBe("show");
});

test("a super admin sees the super admin's pages and sign-in, and is redirected from all others", () => {
  for (const page of [
    "",
    "/marketing",
    "/email-templates",
    "/settings",
    "/api-keys",
    "/activity-log",
    "/reports",
    "/system-health",
  ]) {
    expect(decidePage(`/super-admin${page}`, superAdmin)).toBe("show");
  }
  expect(decidePage("/login", superAdmin)).toBe("show");
  for (const path of ["/", "/search", "/welcome", "/super-admin/else", "/settings"]) {
    expect(decidePage(path, superAdmin)).toBe("superAdminHome");
  }
});
