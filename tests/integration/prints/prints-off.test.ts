import type { UserDto } from "@/lib/account/accounts/schema";
import type { PrintsOffer } from "@/lib/core/system-settings/schema";
import { defaultSystemSettings } from "@/lib/core/system-settings/server/defaults";
import { db } from "@/lib/db";
import { getPrintsPageState } from "@/lib/shop/prints/server/prints-page-service";
import { memberActorOf } from "@/tests/support/actors";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, createPerson, emptyProfile, type FamilyPerson } from "@/tests/support/factories";
import { address, printable, storeBasketItem, storePrintOrder } from "@/tests/support/print-calls";

withTestDatabase();

async function setPrints(prints: Partial<PrintsOffer>): Promise<void> {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const json = { ...defaultSystemSettings, prints: { ...defaultSystemSettings.prints, ...prints } };
  expect((await call("PUT", "/api/super-admin/settings", { cookie, json })).status).toBe(200);
}

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const me = async (cookie = owner.cookie) => (await call<UserDto>("GET", "/api/auth/me", { cookie })).body;
const save = (cookie: string, json: object) => call("POST", "/profile-direct-update", { cookie, json });
const complete = (cookie: string) => call("POST", "/api/auth/complete-onboarding", { cookie });

test("by default, prints are offered, and the address is asked for when joining", async () => {
  expect((await me()).offers).toMatchObject({ prints: true, asksAddress: true });
  await setPrints({ askAddress: "first_order" });
  expect((await me()).offers).toMatchObject({ prints: true, asksAddress: false });
  await setPrints({ isOffered: false });
  expect((await me()).offers).toMatchObject({ prints: false, asksAddress: false });
});

test("an invalid setting is refused at its field", async () => {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  for (const [prints, field] of [
    [{ isOffered: true, askAddress: "never" }, "prints.askAddress"],
    [{ isOffered: "no", askAddress: "joining" }, "prints.isOffered"],
  ] as const) {
    const json = { ...defaultSystemSettings, prints };
    const answer = await call("PUT", "/api/super-admin/settings", { cookie, json });
    expect(answer).toMatchObject({ status: 400, body: { field } });
  }
  // A form from before the setting existed leaves it unchanged.
  await setPrints({ isOffered: false });
  const { prints: _, ...before } = defaultSystemSettings;
  expect((await call("PUT", "/api/super-admin/settings", { cookie, json: before })).status).toBe(200);
  expect((await me()).offers.prints).toBe(false);
});

test("when prints are off, basket, free prints and ordering answer with a message; earlier orders continue", async () => {
  const itemId = await storeBasketItem(owner);
  const orderId = await storePrintOrder(owner);
  const mediaId = await printable(owner);
  await setPrints({ isOffered: false });
  const calls: [string, string, object?][] = [
    ["GET", "/api/basket/items"],
    ["POST", "/api/basket/add", { mediaId }],
    ["PATCH", `/api/basket/items/${itemId}`, { finish: "Matte" }],
    ["DELETE", `/api/print/basket/${itemId}`],
    ["POST", "/api/print/basket/checkout", { shippingAddress: "1 Garden Lane" }],
    ["GET", "/api/print/suggestions"],
    ["GET", "/api/user/quota"],
    ["POST", `/api/print-orders/${orderId}/reorder`],
  ];
  for (const [method, path, json] of calls) {
    const answer = await call(method, path, { cookie: owner.cookie, ...(json ? { json } : {}) });
    expect([path, answer.status, answer.body]).toEqual([
      path,
      403,
      expect.objectContaining({
        code: "prints_off",
        message: "Prints are switched off on this server.",
      }),
    ]);
  }
  expect((await call("GET", "/api/basket/items")).status).toBe(401);
  const { cookie } = owner;
  expect((await call("GET", "/api/print-orders", { cookie })).body).toHaveLength(1);
  expect(
    (await call("PATCH", `/api/admin/print-orders/${orderId}`, { cookie, json: { status: "dispatched" } }))
      .status,
  ).toBe(200);
  // Switching it on again restores everything.
  await setPrints({});
  expect((await call("GET", "/api/basket/items", { cookie })).body).toHaveLength(1);
});

test("when prints are off, the admins' pages about prints are closed, except for earlier orders", async () => {
  const stateOf = async (person: FamilyPerson) => getPrintsPageState(await memberActorOf(person));
  const other = await createOwner();
  await storePrintOrder(other);
  expect(await stateOf(owner)).toBe("offered");
  await setPrints({ isOffered: false });
  expect([await stateOf(owner), await stateOf(other)]).toEqual(["off", "ordersFromBefore"]);
});

describe("if the address is asked for at the first order", () => {
  beforeEach(() => setPrints({ askAddress: "first_order" }));

  test("someone completes the wizard without one, and gives it before they order", async () => {
    const ada = owner;
    await db.user.update({ where: { id: ada.userId }, data: emptyProfile, select: { id: true } });
    expect((await save(ada.cookie, { email: ada.email, phoneNumber: " ", addressCity: "" })).status).toBe(
      200,
    );
    expect((await complete(ada.cookie)).status).toBe(200);
    await storeBasketItem(ada);
    const checkOut = () =>
      call("POST", "/api/print/basket/checkout", {
        cookie: ada.cookie,
        json: { shippingAddress: "1 Garden Lane, Leeds" },
      });
    expect(await checkOut()).toMatchObject({ status: 422, body: { addressRequired: true } });
    expect((await save(ada.cookie, { email: ada.email, ...address })).status).toBe(200);
    expect((await checkOut()).status).toBe(201);
  });

  test("an incomplete address doesn't count: what is missing is named", async () => {
    const { addressPostcode: _, ...half } = address;
    expect(await save(owner.cookie, { email: owner.email, ...half })).toMatchObject({
      status: 400,
      body: { field: "addressPostcode", error: "Postcode is required for print delivery" },
    });
  });

  test("fields that aren't sent stay unchanged", async () => {
    const before = await me();
    expect((await save(owner.cookie, { email: owner.email })).status).toBe(200);
    expect(await me()).toEqual(before);
  });

  test("removing a number requires the password, as changing it does", async () => {
    expect(await save(owner.cookie, { email: owner.email, phoneNumber: "" })).toMatchObject({
      status: 400,
      body: { field: "password" },
    });
  });
});

test("an address has a country, from the list", async () => {
  const fields = { email: owner.email, phoneNumber: (await me()).phoneNumber, ...address };
  expect((await save(owner.cookie, { ...fields, addressCountry: "IE" })).status).toBe(200);
  expect(await me()).toMatchObject({ addressCountry: "IE", offers: { country: "GB" } });
  for (const addressCountry of ["Ireland", "ie", "XX"]) {
    expect(await save(owner.cookie, { ...fields, addressCountry })).toMatchObject({
      status: 400,
      body: { field: "addressCountry" },
    });
  }
  // If it isn't sent, it stays.
  expect((await save(owner.cookie, fields)).status).toBe(200);
  expect((await me()).addressCountry).toBe("IE");
  await storeBasketItem(owner);
  await call("POST", "/api/print/basket/checkout", {
    cookie: owner.cookie,
    json: { shippingAddress: "1 Garden Lane, Leeds, Ireland" },
  });
  const { recipient } = await db.printOrder.findFirstOrThrow({ select: { recipient: true } });
  expect(recipient).toMatchObject({ addressCountry: "IE" });
});
