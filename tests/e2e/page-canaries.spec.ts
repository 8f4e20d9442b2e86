import { randomInt } from "node:crypto";
import { type APIRequestContext, expect, request as requests } from "@playwright/test";
import { newWord, WordFinder } from "@/tests/support/canaries/finder";
import { type Canary, type CanaryKind, canSee, type Reader } from "@/tests/support/canaries/policy";
import { type PageAudience, readPageList } from "@/tests/support/page-list";
import { joinFamilyOf, newPerson, signUpFamily, type TestPerson } from "./support/family";
import { photo } from "./support/files";
import { test } from "./support/test";

interface Asking extends Reader {
  name: string;
  context: APIRequestContext;
  isChild: boolean;
}

const welcome = "Your family's photos, all in one warm place";
const adminsOnly = "This page is for your family's admins";
const grownUpsOnly = "This page is for the grown-ups";

/** What someone without access to a page gets instead: text, or a redirect; null for those with access. */
function insteadOf(who: PageAudience, reader: Asking): { words: string } | { to: string } | null {
  if (who.startsWith("anyone")) {
    return reader.isSuperAdmin && who === "anyone" ? { to: "/super-admin" } : null;
  }
  if (reader.userId === null) return { words: welcome };
  if (reader.isSuperAdmin) return who.startsWith("super admin") ? null : { to: "/super-admin" };
  // None of these people has set up this installation.
  if (who.startsWith("super admin")) return { to: "/" };
  if (who === "signed in") return null;
  if (reader.familyId === null) return { to: "/" };
  if (who === "grown-up member") return reader.isChild ? { words: grownUpsOnly } : null;
  return who === "admin" && reader.role === "member" ? { words: adminsOnly } : null;
}

const plain = (html: string) => html.replaceAll("&#x27;", "'");

async function post(
  context: APIRequestContext,
  path: string,
  data?: unknown,
): Promise<Record<string, string>> {
  const answer = await context.post(path, { data });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
  return answer.status() === 204 ? {} : await answer.json();
}

const words: Canary[] = [];
function plant(kind: CanaryKind, about: Omit<Canary, "kind" | "word">, word = newWord()): string {
  words.push({ kind, ...about, word });
  return word;
}

async function me(context: APIRequestContext): Promise<{ id: string; familyId: string | null }> {
  const user = await (await context.get("/api/auth/me")).json();
  return { id: user.id, familyId: user.currentFamily?.id ?? null };
}

async function plantProfile(context: APIRequestContext, { email, password }: TestPerson): Promise<void> {
  const { id: userId } = await me(context);
  const own = { userId };
  await post(context, "/profile-direct-update", {
    email,
    phoneNumber: plant("phoneNumber", own, `+4479${randomInt(10_000_000, 99_999_999)}`),
    addressFullName: plant("address", own),
    addressLine1: plant("address", own),
    addressLine2: plant("address", own),
    addressCity: plant("address", own),
    addressPostcode: plant("address", own),
    password,
  });
}

/** A family with its own words. @returns the item that the pages of one picture show */
async function plantFamily(admin: APIRequestContext): Promise<{ item: string; album: string }> {
  const { id: userId, familyId } = await me(admin);
  const about = { userId, familyId: familyId ?? "" };
  const change = { data: { name: plant("familyName", about) } };
  expect((await admin.put("/api/organization/current", change)).ok()).toBe(true);
  const item = await admin.post("/api/media", {
    multipart: {
      fileData: { name: `${plant("fileName", about)}.jpg`, mimeType: "image/jpeg", buffer: await photo() },
      year: "2024",
      month: "3",
      description: `${plant("description", about)} #${plant("hashtag", about)}`,
    },
  });
  const { id } = await item.json();
  const told = { title: plant("albumTitle", about), story: plant("albumStory", about) };
  const { id: album = "" } = await post(admin, "/api/albums", told);
  await post(admin, `/api/albums/${album}/items`, { mediaIds: [id] });
  await post(admin, `/api/media/${id}/comments`, { text: plant("comment", about) });
  await post(admin, "/api/notices", { title: plant("notice", about), message: plant("notice", about) });
  await post(admin, "/api/family-members", {
    name: plant("personName", about),
    nickname: plant("nickname", about),
  });
  await post(admin, "/api/invitations", {
    username: plant("invitation", about),
    email: `${plant("invitation", about)}@example.org`,
    isAdmin: false,
  });
  await post(admin, "/api/report-issue", {
    title: plant("issueReport", about),
    message: plant("issueReport", about),
  });
  return { item: id, album };
}

test("no page shows anyone a word that they must not see", async ({ baseURL }) => {
  const open = () => requests.newContext({ baseURL: baseURL ?? "" });
  const [owner, admin, member, child] = [await open(), await open(), await open(), await open()];
  const [removed, stranger, closed] = [await open(), await open(), await open()];
  const [superAdmin, nobody] = [await open(), await open()];
  await post(superAdmin, "/api/auth/login", {
    usernameOrEmail: "super@example.org",
    password: "super-admin-of-tests",
  });
  const people: Asking[] = [];
  const add = async (name: string, context: APIRequestContext, role: Asking["role"], isInside = true) => {
    const { id, familyId } = await me(context);
    const inside = isInside ? familyId : null;
    people.push({
      name,
      context,
      userId: id,
      familyId: inside,
      role: inside ? role : null,
      memberOf: familyId ? [familyId] : [],
      isSuperAdmin: name === "super admin",
      isChild: name === "child",
    });
  };
  const setFamily = async (id: string | null, data: object) =>
    expect((await superAdmin.patch(`/api/super-admin/organizations/${id}`, { data })).ok()).toBe(true);

  let ids = { item: "", album: "" };
  await test.step("plant", async () => {
    const first = await signUpFamily(owner);
    const ours = await me(owner);
    await setFamily(ours.familyId, { subscriptionTier: "premium" });
    ids = await plantFamily(owner);
    // Before the words are planted, because a child starts with the phone number and address of the account's creator.
    const { username, password } = newPerson();
    await post(owner, "/api/child-accounts", {
      username,
      password,
      displayName: "Ife",
      birthDate: "2018-05-04",
    });
    await post(child, "/api/auth/login", { usernameOrEmail: username, password });
    await plantProfile(owner, first);
    const second = await joinFamilyOf(owner, admin);
    await plantProfile(admin, second);
    expect((await owner.patch(`/api/users/${(await me(admin)).id}`, { data: { role: "admin" } })).ok()).toBe(
      true,
    );
    await plantProfile(member, await joinFamilyOf(owner, member));
    await joinFamilyOf(owner, removed);
    expect((await owner.delete(`/api/users/${(await me(removed)).id}`)).ok()).toBe(true);
    const fourth = await signUpFamily(stranger);
    await plantFamily(stranger);
    await plantProfile(stranger, fourth);
    await signUpFamily(closed);
    await plantFamily(closed);
    await add("owner", owner, "owner");
    await add("admin", admin, "admin");
    await add("member", member, "member");
    await add("child", child, "member");
    await add("removed member", removed, null);
    await add("owner of another family", stranger, "owner");
    await add("owner of a closed family", closed, "owner", false);
    await setFamily(people.at(-1)?.memberOf[0] ?? null, { suspended: true });
    await add("super admin", superAdmin, null);
    const visitor = {
      userId: null,
      familyId: null,
      role: null,
      memberOf: [],
      isSuperAdmin: false,
      isChild: false,
    };
    people.push({ name: "visitor", context: nobody, ...visitor });
  });

  const finder = new WordFinder(words.map(({ word }) => word));
  const seen = new Set<string>();
  const problems: string[] = [];
  const pages = [...readPageList()].map(([address, who]) => ({
    address: address
      .replace("{year}", "2024")
      .replace("{month}", "3")
      .replace("{id}", address.startsWith("/albums/") ? ids.album : ids.item)
      .replace(/\{\w+\}/, "0190aaaa-0000-7000-8000-000000000000"),
    who,
  }));
  const look = async (reader: Asking, { address, who }: (typeof pages)[number]) => {
    const answer = await reader.context.get(address, { maxRedirects: 0, headers: { accept: "text/html" } });
    const html = await answer.text();
    const found = await finder.find(html + JSON.stringify(answer.headers()));
    for (const canary of words.filter(({ word }) => found.has(word.toLowerCase()))) {
      if (canSee(reader, canary, address)) seen.add(canary.word);
      else problems.push(`${reader.name}: ${address} says a ${canary.kind}`);
    }
    const instead = insteadOf(who, reader);
    if (!instead) {
      const isRefused = [welcome, adminsOnly, grownUpsOnly].some((text) => plain(html).includes(text));
      if (isRefused && !["/welcome", "/"].includes(address))
        problems.push(`${reader.name}: ${address} is refused`);
    } else if ("words" in instead) {
      if (!plain(html).includes(instead.words)) problems.push(`${reader.name}: ${address} is not refused`);
    } else if (
      new URL(answer.headers().location ?? "/?", answer.url()).pathname !== instead.to ||
      answer.ok()
    ) {
      problems.push(`${reader.name}: ${address} doesn't lead to ${instead.to} (${answer.status()})`);
    }
  };
  for (const reader of people) {
    await test.step(reader.name, async () => {
      const left = [...pages];
      const next = async (): Promise<void> => {
        const page = left.pop();
        if (!page) return;
        await look(reader, page);
        await next();
      };
      await Promise.all([next(), next(), next()]);
    });
  }
  expect(problems).toEqual([]);
  // Makes sure that absence proves something: for each kind, someone saw the words that they may see.
  const unseen = new Set(words.map(({ kind }) => kind));
  // The browser fetches these once the page is open; the test of the calls covers them.
  for (const kind of ["comment", "issueReport"] as const) unseen.delete(kind);
  for (const { kind, word } of words) if (seen.has(word)) unseen.delete(kind);
  expect([...unseen]).toEqual([]);
  console.info(`Canaries: ${pages.length} pages x ${people.length} readers, ${words.length} words, 0 leaks.`);
  for (const { context } of people) await context.dispose();
});
