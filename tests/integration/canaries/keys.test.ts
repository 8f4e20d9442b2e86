import { randomUUID } from "node:crypto";
import { keyScopes } from "@/lib/account/keys/schema";
import { readAccessList, readList } from "@/tests/support/access-list";
import { call } from "@/tests/support/call";
import { crossFamilyRows } from "@/tests/support/canaries/cross-family";
import type { WordFinder } from "@/tests/support/canaries/finder";
import { idKinds } from "@/tests/support/canaries/ids";
import { type CanaryKind, canSee } from "@/tests/support/canaries/policy";
import { plantWorld, type World } from "@/tests/support/canaries/world";
import { withTestDatabase } from "@/tests/support/database";
import type { FamilyPerson } from "@/tests/support/factories";
import { type StoredKey, storeKey } from "@/tests/support/keys";
import { sampleCalls } from "@/tests/support/sample-calls";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

const forEveryone = ["anyone", "visitor", "signature or key", "screen"];
const calls = [...readAccessList().values()].filter(({ who }) => !forEveryone.includes(who));
const scopeOf = new Map(readList("tests/key-list.txt", 2).map(([name = "", scope = ""]) => [name, scope]));

/** What no key reveals, even about its own person: that is what the list of calls is for. */
const neverForKeys: CanaryKind[] = [
  "email",
  "phoneNumber",
  "address",
  "pendingEmail",
  "sessionId",
  "device",
  "ipAddress",
  "passkeyName",
  "identityEmail",
  "identitySubject",
  "notification",
  "basketItem",
  "printOrderAddress",
  "giftOrderAddress",
  "voucherCode",
  "invitation",
  "reportReason",
];

let world: World;
let finder: WordFinder;
const seen = new Map<string, Set<CanaryKind>>();

beforeAll(async () => {
  world = await plantWorld();
  finder = world.canaries.finder();
}, 120_000);

/** Every planted id of the kind that the call takes, or of the kinds, if its id can name several. */
function idsFor(name: string): string[] {
  const kind = idKinds[name];
  if (!kind) return [randomUUID()];
  return [kind, ...(kind === "media" ? (["video", "trashed"] as const) : [])].flatMap((one) =>
    world.canaries.idsOf(one),
  );
}

const readers = ["member", "owner"] as const;
const cells = readers.flatMap((kind) => keyScopes.map((scope) => [kind, scope] as const));

test.each(cells)(
  "a %s's key to %s gets no word that its person or its scope must not see",
  async (kind, scope) => {
    const reader = world.readers[kind];
    const key: StoredKey = await storeKey(reader.person as FamilyPerson, { scopes: [scope] });
    const told = seen.get(scope) ?? new Set();
    seen.set(scope, told);
    const leaks = new Set<string>();
    for (const { name } of calls) {
      const sample = sampleCalls[name];
      // Its own writes would change the world; all other writes are refused.
      const isOpen = [scope, "any"].includes(scopeOf.get(name) ?? "");
      const method = name.split(" ")[0] ?? "";
      if (!sample || (isOpen && method !== "GET")) continue;
      const ids = isOpen ? idsFor(name) : idsFor(name).slice(0, 2);
      for (const id of ids) {
        const { path, cookie: _, headers, ...options } = await sample.request(id);
        const answer = await call(method, path, { ...options, headers: { ...headers, ...key.headers } });
        if (!isOpen && answer.status !== 403) leaks.add(`${name} answers ${answer.status}`);
        const found = await finder.find(answer.bytes, answer.headers.get("content-encoding"));
        for (const word of await finder.find(JSON.stringify([...answer.headers]))) found.add(word);
        for (const canary of world.canaries.all.filter(({ word }) => found.has(word))) {
          told.add(canary.kind);
          const isRight = isOpen && canSee(reader, canary, name) && !neverForKeys.includes(canary.kind);
          if (!isRight) leaks.add(`${name} says a ${canary.kind} (${answer.status})`);
        }
      }
    }
    expect([...leaks]).toEqual([]);
  },
  120_000,
);

test("a key that reads sees what the album contains, and the others only what they are for", () => {
  const album = ["description", "fileName", "comment", "hashtag", "notice", "originalBytes", "derivedBytes"];
  expect([...(seen.get("read") ?? [])]).toEqual(expect.arrayContaining(album));
  expect([...(seen.get("manage") ?? [])]).toEqual(expect.arrayContaining(["trashed"]));
  expect(album.filter((kind) => seen.get("upload")?.has(kind as CanaryKind))).toEqual([]);
  expect(album.filter((kind) => seen.get("comment")?.has(kind as CanaryKind))).toEqual([]);
});

test("keys of people who have left, and of a closed family, reveal nothing", async () => {
  const { suspendedMember } = world.readers;
  const key = await storeKey({ userId: suspendedMember.userId ?? "", familyId: world.suspended });
  const leaks: string[] = [];
  for (const name of scopeOf.keys()) {
    const [method = ""] = name.split(" ");
    const sample = sampleCalls[name];
    if (!sample) continue;
    const { path, headers, ...options } = await sample.request(idsFor(name)[0] ?? "");
    const answer = await call(method, path, { ...options, headers: { ...headers, ...key.headers } });
    const found = await finder.find(answer.bytes);
    if (answer.status !== 403 || found.size > 0) leaks.push(`${name}: ${answer.status}`);
  }
  expect(leaks).toEqual([]);
  expect(await crossFamilyRows()).toEqual([]);
});
