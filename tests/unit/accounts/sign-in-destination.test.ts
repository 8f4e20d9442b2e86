import { loginAddress, signInDestination } from "@/lib/account/accounts/sign-in-destination";

const person = { isSuperAdmin: false };

test("a super admin always goes to the super admin's dashboard", () => {
  expect(signInDestination({ isSuperAdmin: true }, "/search")).toBe("/super-admin");
});

test("everyone else goes to the page they wanted, or home", () => {
  expect(signInDestination(person, "/media/2024/3?x=1")).toBe("/media/2024/3?x=1");
  expect(signInDestination(person, null)).toBe("/");
});

test("a wanted page that leaves the site or leads back to sign-in is ignored", () => {
  for (const next of ["https://evil.example", "//evil.example", "/login?next=%2Fsearch", "/welcome"]) {
    expect(signInDestination(person, next)).toBe("/");
  }
});

test("the address of sign-in includes the wanted page", () => {
  expect(loginAddress("/search?q=a b")).toBe("/login?next=%2Fsearch%3Fq%3Da%2520b");
  for (const path of ["/", "/welcome", null, "//evil.example"]) expect(loginAddress(path)).toBe("/login");
});
