import { randomUUID } from "node:crypto";
import { type KeyScope, keyScopes } from "@/lib/account/keys/schema";
import { readAccessList, readList } from "@/tests/support/access-list";
import { type Answer, call, loadDeclaredCalls } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { databasePrint } from "@/tests/support/database-print";
import { alsoIn, createFamily, createMember, type FamilyPerson } from "@/tests/support/factories";
import { type StoredKey, storeKey } from "@/tests/support/keys";
import { readied, type SampleCall, type SampleRequest, sampleCalls } from "@/tests/support/sample-calls";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

interface OpenCall {
  name: string;
  scope: KeyScope | "any";
  sample: SampleCall;
}

/** The frozen list, which defines what is right. */
const list = new Map(readList("tests/key-list.txt", 2).map(([name = "", scope = ""]) => [name, scope]));
const access = readAccessList();
const declared = await loadDeclaredCalls();
const isForEveryone = (name: string) =>
  ["anyone", "visitor", "signature or key", "screen"].includes(access.get(name)?.who ?? "");
const openCalls = [...list].flatMap(([name, scope]): OpenCall[] => {
  const sample = sampleCalls[name];
  return sample ? [{ name, scope: scope as OpenCall["scope"], sample }] : [];
});
const closedCalls = [...access.keys()].filter((name) => !list.has(name) && !isForEveryone(name));

let our: FamilyPerson;
let other: FamilyPerson;
/** The same person as `our`. */
let elsewhere: FamilyPerson;
/** The owner's keys: the owner could do everything. */
const keys = new Map<string, StoredKey>();
const keyOf = (scope: string) => keys.get(scope) as StoredKey;

beforeAll(async () => {
  our = await createMember(await createFamily(), "owner");
  other = await createMember(await createFamily({ name: "The others" }), "owner");
  elsewhere = await alsoIn(our, await createFamily({ name: "The in-laws" }), "owner");
  for (const scope of keyScopes) {
    keys.set(scope, await storeKey(our, { scopes: [scope] }));
    const rest = keyScopes.filter((one) => one !== scope);
    keys.set(`not ${scope}`, await storeKey(our, { scopes: rest }));
  }
  keys.set("any", await storeKey(our, { scopes: ["comment"] }));
  keys.set("all", await storeKey(our));
  // Record today's use now, so that it changes nothing later.
  for (const key of keys.values()) await call("GET", "/api/auth/key", key);
});

const ask = (name: string, { headers }: StoredKey, request: SampleRequest): Promise<Answer> => {
  const { path, cookie: _, headers: own, ...options } = request;
  return call(name.split(" ")[0] ?? "", path, { ...options, headers: { ...own, ...headers } });
};
const outcome = ({ status, body }: Answer) => `${status} ${status < 400 ? "done" : body?.code}`;

test("every call is open to the keys that the frozen list names, and to no others", () => {
  const open = declared.flatMap(({ method, path, declaration: { keyScope } }) =>
    keyScope ? [`${method} ${path} | ${keyScope}`] : [],
  );
  expect(open.sort()).toEqual([...list].map(([name, scope]) => `${name} | ${scope}`).sort());
  expect(openCalls).toHaveLength(list.size);
});

test("the frozen list is sorted", () => {
  const sorted = [...list.keys()].map((name) => name.split(" ").reverse().join(" "));
  expect(sorted).toEqual([...sorted].sort());
});

test("no scope opens anything about an account, its people or money, or anything irreversible", () => {
  const never =
    /\/auth\/(?!key$)|api\/user|organization|invitation|direct-access|child|family-members|admin|billing|basket|print|gift|voucher|stripe|push|notifications|settings|recognition|people|share|report|exports\/family|setup|\/screens|\/show/;
  expect([...list.keys()].filter((name) => never.test(name))).toEqual([]);
  expect(list.has("DELETE /api/media/trash/{id}")).toBe(false);
});

test("a call that isn't on the list is closed to a key of every scope, whatever it asks", async () => {
  expect(closedCalls.length).toBeGreaterThan(150);
  const requests: [string, SampleRequest][] = [];
  for (const name of closedCalls) {
    const request = await sampleCalls[name]?.request(randomUUID());
    if (request) requests.push([name, request]);
  }
  expect(requests).toHaveLength(closedCalls.length);
  const before = await databasePrint();
  const wrong: string[] = [];
  for (const [name, request] of requests) {
    for (const scope of [...keyScopes, "all"]) {
      const got = outcome(await ask(name, keyOf(scope), request));
      if (got !== "403 key_not_allowed") wrong.push(`${name} with ${scope}: ${got}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await databasePrint()).toBe(before);
}, 60_000);

describe.each(openCalls)("$name ($scope)", ({ name, scope, sample }) => {
  const target = sample.target ?? sample.ownTarget;

  test("works with its scope as for the person", async () => {
    const id = await readied(sample, { person: our, insider: our });
    const got = outcome(await ask(name, keyOf(scope), await sample.request(id)));
    expect(got).toBe(scope === "any" ? "200 done" : `${sample.status} done`);
  });

  test("is closed to the other scopes, and changes nothing", async () => {
    if (scope === "any") return;
    const id = await readied(sample, { person: our, insider: our });
    const request = await sample.request(id);
    const before = await databasePrint();
    expect(outcome(await ask(name, keyOf(`not ${scope}`), request))).toBe("403 key_not_allowed");
    expect(await databasePrint()).toBe(before);
  });

  test("finds nothing of another family's", async () => {
    if (!target) return;
    const foreign = await target(other);
    const before = await databasePrint();
    for (const id of [foreign, randomUUID(), "not-an-id"]) {
      expect(outcome(await ask(name, keyOf("all"), await sample.request(id)))).toBe("404 not_found");
    }
    expect(await databasePrint()).toBe(before);
  });

  test("finds nothing of the same person's in another of their families", async () => {
    if (!target) return;
    const own = await target(elsewhere);
    const request = await sample.request(own);
    const before = await databasePrint();
    expect(outcome(await ask(name, keyOf("all"), request))).toBe("404 not_found");
    expect(await databasePrint()).toBe(before);
  });

  test("requires the same role of a member's key as of the member", async () => {
    if (access.get(name)?.who !== "admin") return;
    const member = await createMember(our.familyId);
    const id = await readied(sample, { person: our, insider: our });
    const got = outcome(await ask(name, await storeKey(member), await sample.request(id)));
    expect(got).toBe("403 forbidden");
  });
});

test("a person's own things are closed to a relative's key", async () => {
  const nosy = await storeKey(await createMember(our.familyId));
  for (const { name, sample } of openCalls) {
    const target = sample.target ?? sample.ownTarget;
    if (!access.get(name)?.whose.startsWith("own") || !target) continue;
    const answer = await ask(name, nosy, await sample.request(await target(our)));
    expect([name, [403, 404].includes(answer.status)]).toEqual([name, true]);
  }
});

test("calls for everyone ignore a key, even an invalid one", async () => {
  const nobody = { headers: { Authorization: "Bearer ksp_nobodys" } };
  for (const path of ["/api/health", "/api/plans", "/api/openapi.json"]) {
    for (const one of [keyOf("all"), nobody]) expect((await call("GET", path, one)).status).toBe(200);
  }
});
