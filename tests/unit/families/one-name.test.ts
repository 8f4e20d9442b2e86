import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { nameInFamily, nameOf, personNameOf } from "@/lib/core/names/server/display-name";

const person = { name: "Rose Okafor", nickname: "Nana" };

test("a person's own name comes first, then the family's, and the username last", () => {
  expect(nameOf({ username: "rose.o", title: "Grandma", persons: [person] })).toBe("Grandma");
  expect(nameOf({ username: "rose.o", title: null, persons: [person] })).toBe("Nana");
  expect(nameOf({ username: "rose.o", title: null, persons: [{ ...person, nickname: null }] })).toBe(
    "Rose Okafor",
  );
  expect(nameOf({ username: "rose.o", title: null, persons: [] })).toBe("rose.o");
});

test("someone without an account is called by their nickname or name", () => {
  expect(personNameOf({ ...person, user: null })).toBe("Nana");
  expect(personNameOf({ ...person, nickname: null, user: null })).toBe("Rose Okafor");
  expect(personNameOf({ ...person, user: { title: "Grandma" } })).toBe("Grandma");
  expect(personNameOf({ ...person, user: { title: null } })).toBe("Nana");
});

test("another family's name for someone is not this one's", () => {
  const account = {
    username: "rose.o",
    title: null,
    persons: [
      { familyId: "one", ...person },
      { familyId: "two", name: "Mrs Okafor", nickname: null },
    ],
  };
  expect(nameInFamily(account, "two")).toBe("Mrs Okafor");
  expect(nameInFamily(account, "three")).toBe("rose.o");
});

/** Where a username has to be typed or handed over, and where accounts are managed (decision 35). */
const showUsernames = [
  "app/(super-admin)/super-admin/page.tsx",
  "app/(visitor)/reset-password/page.tsx",
  "components/account/accounts/confirm-account-form.tsx",
  "components/account/profile/profile-view.tsx",
  "components/family/children/child-account-screen.tsx",
  "components/family/families/temporary-password-dialog.tsx",
  "components/family/invitations/invitation-facts.tsx",
  "components/family/invitations/invitation-link-card.tsx",
  "components/family/invitations/registration-screen.tsx",
];

test("a username is only shown where someone has to sign in with it, and to super admins", () => {
  const shows = /(?<![=\w])\{[\w.?]*username\}|\$\{[\w.?]*username\b[^}]*\}/i;
  const showing = ["components", "app"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".tsx"))
        .map((file) => path.join(folder, file)),
    )
    .filter((file) => shows.test(readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "")))
    .filter((file) => !file.startsWith("components/operations/super-admin/"));
  expect(showing.sort()).toEqual(showUsernames);
});

test("no other file decides what someone is called", () => {
  const root = path.resolve(import.meta.dirname, "..", "..", "..");
  const decides = /nickname\s*\?\?|coalesce\([^)]*nickname|title \?\? \w*\.?username/i;
  const files = ["lib", "components", "app"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("generated"))
      .map((file) => path.join(folder, file)),
  );
  const deciding = files.filter((file) => decides.test(readFileSync(path.join(root, file), "utf8")));
  expect(deciding.sort()).toEqual([
    "components/faces/people/person-dialog.tsx",
    "lib/core/names/server/display-name.ts",
    // Merges two entries of one person; nothing is shown.
    "lib/family/families/server/people-service.ts",
  ]);
});
