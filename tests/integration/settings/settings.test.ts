import type { UserSettingsDto } from "@/lib/core/settings/schema";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createPerson, type Person } from "@/tests/support/factories";

withTestDatabase();

const read = async ({ cookie }: Person) =>
  (await call<UserSettingsDto>("GET", "/api/user-settings", { cookie })).body;
const change = ({ cookie }: Person, json: object, path = "/api/user-settings") =>
  call<UserSettingsDto & { field?: string }>("PUT", path, { cookie, json });

test("settings that were never chosen are the defaults: all notifications on, no optional mail", async () => {
  expect(await read(await createPerson())).toEqual({
    theme: "system",
    startPage: "home",
    showsStacks: true,
    locale: "en-GB",
    currency: null,
    digest: false,
    news: false,
    memoryHour: 9,
    timeZone: null,
    notifications: {
      tagged: true,
      comment: true,
      newPictures: true,
      onThisDay: true,
      notice: true,
      printOrder: true,
      adminMessage: true,
    },
  });
});

test("a change is answered and stored, and leaves the rest", async () => {
  const ada = await createPerson();
  await change(ada, { theme: "dark", currency: "EUR" });
  const { status, body } = await change(ada, { notifications: { tagged: false }, digest: true });
  expect(status).toBe(200);
  expect(body).toMatchObject({ theme: "dark", currency: "EUR", digest: true, locale: "en-GB" });
  expect(body.notifications).toMatchObject({ tagged: false, notice: true });
  expect(await read(ada)).toEqual(body);
  expect((await change(ada, { currency: null })).body.currency).toBeNull();
});

test("devices that change different things at once all get what they asked for", async () => {
  const ada = await createPerson();
  const kinds = ["tagged", "comment", "newPictures", "onThisDay", "notice", "printOrder", "adminMessage"];
  await Promise.all([
    ...kinds.map((kind) => change(ada, { notifications: { [kind]: false } })),
    change(ada, { theme: "light" }),
    change(ada, { locale: "en-US" }),
  ]);
  const { notifications, theme, locale } = await read(ada);
  expect(Object.values(notifications)).toEqual(kinds.map(() => false));
  expect([theme, locale]).toEqual(["light", "en-US"]);
});

test.each([
  ["theme", "pink"],
  ["startPage", "everything"],
  ["locale", "tlh"],
  ["currency", "XAU"],
  ["digest", "yes"],
  ["memoryHour", 24],
  ["memoryHour", 9.5],
  ["timeZone", "Mars/Olympus"],
])("%s can't be %j", async (field, value) => {
  const ada = await createPerson();
  const { status, body } = await change(ada, { [field]: value });
  expect([status, body.field]).toEqual([400, field]);
  expect((await change(ada, { notifications: { tagged: 1 } })).body.field).toBe("notifications.tagged");
});

test.each([{}, { notifications: {} }, { userId: "somebody" }])(
  "%j changes nothing, and the answer says so",
  async (json) => {
    expect((await change(await createPerson(), json)).status).toBe(400);
  },
);

test("a stored value that is no longer offered is read as its default", async () => {
  const ada = await createPerson({
    settings: { theme: "sepia", locale: "fr", notifications: { tagged: 3 } },
  });
  expect(await read(ada)).toMatchObject({
    theme: "system",
    locale: "en-GB",
    notifications: { tagged: true },
  });
});

test("one's own id in the address works; anyone else's is not found", async () => {
  const [ada, ben] = [await createPerson(), await createPerson()];
  const own = `/api/user-settings/${ada.userId}`;
  expect((await change(ada, { theme: "dark", bypass_auth: true }, own)).status).toBe(200);
  expect((await call("GET", own, { cookie: ada.cookie })).body).toMatchObject({ theme: "dark" });
  const foreign = `/api/user-settings/${ben.userId}`;
  expect((await change(ada, { theme: "light", bypass_auth: true }, foreign)).status).toBe(404);
  expect((await call("GET", foreign, { cookie: ada.cookie })).status).toBe(404);
  expect(await read(ben)).toMatchObject({ theme: "system" });
});

test("nobody gets settings with only an id, whatever else they claim", async () => {
  const ada = await createPerson();
  const headers = { "X-Auth-Token": "true", "X-Settings-Token": "true", "X-User-ID": ada.userId };
  for (const path of ["/api/user-settings", `/api/user-settings/${ada.userId}`]) {
    expect((await call("GET", path, { headers })).status).toBe(401);
    const json = { bypass_auth: true, theme: "dark" };
    expect((await call("PUT", path, { headers, json })).status).toBe(401);
  }
  expect(await db.user.count({ where: { settings: { equals: {} } } })).toBe(1);
});
