import { randomUUID } from "node:crypto";
import { readAccessList, readList } from "@/tests/support/access-list";
import { call, loadDeclaredCalls } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { databasePrint } from "@/tests/support/database-print";
import { createFamily, createMember, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { clipBytes } from "@/tests/support/pictures";
import { readied, type SampleCall, type SampleRequest, sampleCalls } from "@/tests/support/sample-calls";
import { type StoredScreen, storeScreen } from "@/tests/support/screens";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

/** The frozen list defines what is right. */
const list = readList("tests/screen-list.txt", 1).map(([name = ""]) => name);
const forEveryone = ["anyone", "visitor", "signature or key", "screen"];
const closed = [...readAccessList().values()].filter(
  ({ name, who }) => !list.includes(name) && !forEveryone.includes(who),
);
const pictures = list.filter((name) => name.includes("{id}"));

let our: FamilyPerson;
let other: FamilyPerson;
let screen: StoredScreen;

beforeAll(async () => {
  our = await createMember(await createFamily(), "owner");
  other = await createMember(await createFamily({ name: "The others" }), "owner");
  screen = await storeScreen(our);
  await call("GET", "/api/show", screen);
});

const ask = (name: string, request: SampleRequest) => {
  const { path, ...options } = request;
  return call(name.split(" ")[0] ?? "", path, { ...options, cookie: screen.cookie });
};
const item = async (name: string, owner: FamilyPerson) =>
  (await storeMedia(owner, name.includes("video") ? { mediaType: "video", content: clipBytes() } : {})).id;
const pathOf = (name: string, id: string) => name.replace("GET ", "").replace("{id}", id);

test("a screen gets answers from exactly the calls in the frozen list, sorted", async () => {
  const open = (await loadDeclaredCalls()).flatMap(({ method, path, declaration }) =>
    declaration.access === "screen" || declaration.isOpenToScreens ? [`${method} ${path}`] : [],
  );
  expect(open.sort()).toEqual(list);
});

test("every other call treats a screen like someone who isn't signed in, and changes nothing", async () => {
  expect(closed.length).toBeGreaterThan(200);
  const requests: [string, SampleRequest][] = [];
  for (const { name } of closed) {
    const sample = sampleCalls[name] as SampleCall;
    const id = (await readied(sample, { person: null, insider: null })) || randomUUID();
    requests.push([name, await sample.request(id)]);
  }
  const before = await databasePrint();
  const wrong: string[] = [];
  for (const [name, request] of requests) {
    const { status, body } = await ask(name, request);
    if (status !== 401 || body?.code !== "not_signed_in") wrong.push(`${name}: ${status} ${body?.code}`);
  }
  expect(wrong).toEqual([]);
  expect(await databasePrint()).toBe(before);
}, 60_000);

test.each(pictures)(
  "%s shows its family's items, and nothing of another family's or the trash",
  async (name) => {
    expect((await call("GET", pathOf(name, await item(name, our)), screen)).status).toBe(200);
    const gone = await item(name, our);
    await call("DELETE", `/api/media/${gone}`, our);
    for (const id of [await item(name, other), gone, randomUUID(), "not-an-id"]) {
      const answer = await call("GET", pathOf(name, id), screen);
      expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
    }
  },
);

test.each(pictures)("%s answers the person signed in on the device before the screen", async (name) => {
  const theirs = await item(name, other);
  const both = { cookie: `${other.cookie}; ${screen.cookie}` };
  expect((await call("GET", pathOf(name, theirs), both)).status).toBe(200);
  expect((await call("GET", pathOf(name, await item(name, our)), both)).status).toBe(404);
});

test("a screen's secret opens nothing as a session, as a key or in an address", async () => {
  const id = await item("image", our);
  const { secret } = screen;
  const session = our.cookie.split("=")[0];
  for (const options of [
    { cookie: `${session}=${secret}` },
    { headers: { Authorization: `Bearer ${secret}` } },
    { headers: { Authorization: `Bearer ksp_${secret}` } },
  ]) {
    expect((await call("GET", `/api/images/medium/${id}`, options)).status).toBe(401);
  }
  expect((await call("GET", `/api/show?keepsake-screen=${secret}`)).status).toBe(401);
  // If the cookie arrives twice, one of them was planted.
  const twice = { cookie: `${screen.cookie}; keepsake-screen=planted` };
  expect(await call("GET", "/api/show", twice)).toMatchObject({
    status: 401,
    body: { code: "screen_not_paired" },
  });
});
