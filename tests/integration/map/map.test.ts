import { mkdtempSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { MapPlaceDto, MapPointsDto, TownNameDto } from "@/lib/album/map/schema";
import type { MediaFactsDto, MediaPageDto } from "@/lib/album/media/schema";
import { regionCentre } from "@/lib/album/places/region";
import type { HiddenPlaceDto } from "@/lib/album/places/schema";
import { db } from "@/lib/db";
import { checkStreetMap } from "@/lib/operations/system/server/checks/map-check-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectRefusal } from "@/tests/support/error-body";
import { createMember, createOwner, type FamilyPerson } from "@/tests/support/factories";
import { storeKey } from "@/tests/support/keys";
import { lisbon, lisbonId, storeHiddenPlace, storePlaced } from "@/tests/support/map-calls";
import { plansOf } from "@/tests/support/query-plans";
import { roadTile, writeStreetMap } from "@/tests/support/street-map";

withTestDatabase();

const folder = mkdtempSync(path.join(tmpdir(), "keepsake-map-"));
const mapFile = path.join(folder, "streets.pmtiles");
// Read once, at first use.
process.env.PMTILES = mapFile;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A house in the town, the bakery 220 m away, and places far from both. */
const house = { latitude: 38.72345, longitude: -9.14567 };
const corner = { latitude: 38.72545, longitude: -9.14567 };
const leeds = { latitude: 53.79648, longitude: -1.54785 };
const suva = { latitude: -18.14161, longitude: 178.44149 };
const ocean = { latitude: 0.2, longitude: -30.2 };

let owner: FamilyPerson;
let member: FamilyPerson;
let child: FamilyPerson;
let stranger: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
  child = await createMember(owner.familyId, "member", { isChild: true });
  stranger = await createOwner({ name: "The others" });
});

const ask = <T = Record<string, unknown>>(
  as: { cookie: string } | null,
  method: string,
  address: string,
  json?: unknown,
) =>
  call<T>(method, `/api/map/${address}`, {
    ...(as ? { cookie: as.cookie } : {}),
    ...(json === undefined ? {} : { json }),
  });
const get = <T>(as: { cookie: string } | null, address: string) => ask<T>(as, "GET", address);
const pointsOf = async (as: { cookie: string }) => (await get<MapPointsDto>(as, "points")).body;
const placeOf = async (as: { cookie: string }, id: string) =>
  (await call<MediaFactsDto>("GET", `/api/media/${id}/facts`, { cookie: as.cookie })).body.place;
const idsOf = ({ items }: MediaPageDto) => items.map(({ id }) => id);
const around = ({ latitude, longitude }: typeof lisbon, degrees = 0.001) =>
  `photos?west=${longitude - degrees}&south=${latitude - degrees}&east=${longitude + degrees}&north=${latitude + degrees}`;
const day = (number: number) => ({ sortAt: new Date(Date.UTC(2024, 6, number)) });

/** The calls that say where photos were taken. */
const placeCalls = ["points", around(lisbon), "places", "places?q=lisbon", `places/${lisbonId}/photos`];

test("all photos with a place are returned in columns, latest first, and not sent again if unchanged", async () => {
  const first = await storePlaced(owner, lisbon, day(1));
  const second = await storePlaced(member, suva, { ...day(2), mediaType: "video" });
  await storePlaced(owner, leeds, { ...day(3), deletedAt: new Date() });
  const { status, headers, body } = await get<MapPointsDto>(member, "points");
  expect([status, body]).toEqual([
    200,
    {
      ids: [second, first],
      latitudes: [-1814161, 3871667],
      longitudes: [17844149, -913333],
      videos: [0],
    },
  ]);
  const etag = headers.get("etag") ?? "";
  const again = () =>
    call("GET", "/api/map/points", { cookie: owner.cookie, headers: { "If-None-Match": etag } });
  expect([(await again()).status, (await again()).status]).toEqual([304, 304]);
  await storePlaced(owner, leeds, day(4));
  expect((await again()).status).toBe(200);
});

test("a family without a photo has an empty map", async () => {
  expect(await pointsOf(owner)).toEqual({ ids: [], latitudes: [], longitudes: [], videos: [] });
  expect((await get<MapPlaceDto[]>(owner, "places")).body).toEqual([]);
});

test("an area has the photos within it, page by page, even across 180°", async () => {
  const [one, two, three] = [
    await storePlaced(owner, house, day(1)),
    await storePlaced(owner, corner, day(2)),
    await storePlaced(owner, suva, day(3)),
  ];
  const near = await get<MediaPageDto>(member, around(house, 0.003));
  expect([idsOf(near.body), near.body.pagination.total]).toEqual([[two, one], 2]);
  const first = await get<MediaPageDto>(member, `${around(house, 0.003)}&limit=1`);
  expect(idsOf(first.body)).toEqual([two]);
  const rest = await get<MediaPageDto>(
    member,
    `${around(house, 0.003)}&limit=1&cursor=${first.body.nextCursor}`,
  );
  expect([idsOf(rest.body), rest.body.nextCursor]).toEqual([[one], null]);
  const pacific = await get<MediaPageDto>(member, "photos?west=170&south=-30&east=-150&north=0");
  expect(idsOf(pacific.body)).toEqual([three]);
});

test.each([
  ["photos?south=1&east=2&north=3", "west"],
  ["photos?west=-181&south=1&east=2&north=3", "west"],
  ["photos?west=x&south=1&east=2&north=3", "west"],
  ["photos?west=1&south=91&east=2&north=92", "south"],
  ["photos?west=1&south=5&east=2&north=3", "north"],
  ["photos?west=1&south=1&east=2&north=3&limit=0", "limit"],
  ["photos?west=1&south=1&east=2&north=3&cursor=nonsense", "cursor"],
  [`places?q=${"x".repeat(101)}`, "q"],
])("%s is refused with its field", async (address, field) => {
  const { status, body } = await get<{ field: string }>(owner, address);
  expect([status, body.field]).toEqual([400, field]);
});

test("places are listed by their photos, suburbs under their city, along with what is far from any town", async () => {
  await storePlaced(owner, lisbon, day(1));
  const latest = await storePlaced(owner, { latitude: 38.75382, longitude: -9.23083 }, day(2));
  await storePlaced(owner, leeds, day(3));
  const away = await storePlaced(owner, ocean, day(4));
  const { body } = await get<MapPlaceDto[]>(member, "places");
  expect(body).toEqual([
    {
      id: lisbonId,
      name: "Lisbon",
      country: "Portugal",
      at: { latitude: expect.closeTo(38.717, 2), longitude: expect.closeTo(-9.133, 2) },
      photoCount: 2,
      cover: { id: latest, mediaType: "image" },
    },
    {
      id: 0,
      name: "Away from towns",
      country: null,
      at: null,
      photoCount: 1,
      cover: { id: away, mediaType: "image" },
    },
    expect.objectContaining({ name: "Leeds", country: "United Kingdom", photoCount: 1 }),
  ]);
  for (const { id, photoCount } of body) {
    const photos = await get<MediaPageDto>(member, `places/${id}/photos`);
    expect([id, photos.body.pagination.total, photos.body.items.length]).toEqual([
      id,
      photoCount,
      photoCount,
    ]);
  }
});

test("a search finds towns by the start of their names, ignoring accents, and says where photos are", async () => {
  await storePlaced(owner, lisbon);
  const names = async (q: string) =>
    (await get<MapPlaceDto[]>(member, `places?q=${encodeURIComponent(q)}`)).body.map(
      ({ name, photoCount }) => [name, photoCount],
    );
  expect((await names("lisb"))[0]).toEqual(["Lisbon", 1]);
  expect((await names("sao paulo"))[0]).toEqual(["São Paulo", 0]);
  expect(await names("zzzzzz")).toEqual([]);
});

test("an unknown town, square or detail is not found", async () => {
  for (const address of [
    "places/999999999/photos",
    "places/x/photos",
    "names/3/8/0",
    "names/21/0/0",
    "names/a/0/0",
    "tiles/2/4/0",
    "outlines/none",
  ]) {
    expect([address, (await get(owner, address)).status]).toEqual([address, 404]);
  }
});

test("visitors, children and other families see none of it", async () => {
  const ours = await storePlaced(owner, lisbon);
  const theirs = await storePlaced(stranger, lisbon);
  for (const address of placeCalls) {
    expectRefusal(await get(null, address), 401, "not_signed_in");
    expectRefusal(await get(child, address), 403, "forbidden");
    const { bytes } = await get(stranger, address);
    expect([address, bytes.includes(ours), bytes.includes(theirs)]).toEqual([address, false, true]);
  }
});

test("a family that hides places has no map, also for keys", async () => {
  const id = await storePlaced(owner, lisbon);
  const key = await storeKey(owner, { scopes: ["read"] });
  const withKey = async (address: string) =>
    (await call("GET", `/api/map/${address}`, { headers: key.headers })).bytes.includes(id);
  for (const address of placeCalls) expect([address, await withKey(address)]).toEqual([address, true]);
  await db.family.update({ where: { id: owner.familyId }, data: { showsPlaces: false } });
  for (const address of placeCalls) {
    expect([address, await withKey(address)]).toEqual([address, false]);
    const { status, bytes } = await get(owner, address);
    expect([address, status, bytes.includes(id)]).toEqual([address, 200, false]);
  }
});

describe("a hidden place", () => {
  const hide = (as: FamilyPerson, json: unknown) => ask<HiddenPlaceDto>(as, "POST", "hidden-places", json);
  const home = { name: "Home", ...house };
  const region = regionCentre(house);
  const inUnits = (value: number) => Math.round(value * 100_000);

  test("is shown as its region to everyone, wherever a place appears", async () => {
    const inside = await storePlaced(owner, house, day(1));
    const beside = await storePlaced(owner, corner, day(2));
    const outside = await storePlaced(owner, leeds, day(3));
    const { status, body } = await hide(owner, home);
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), name: "Home", radiusM: 300, mode: "rounded", photoCount: 2 },
    ]);
    const key = await storeKey(member, { scopes: ["read"] });
    for (const person of [owner, member]) {
      const { ids, latitudes, longitudes } = await pointsOf(person);
      expect(ids).toEqual([outside, beside, inside]);
      expect(latitudes.slice(1)).toEqual([inUnits(region.latitude), inUnits(region.latitude)]);
      expect(longitudes.slice(1)).toEqual([inUnits(region.longitude), inUnits(region.longitude)]);
      expect(await placeOf(person, inside)).toMatchObject(region);
      expect(await placeOf(person, beside)).toEqual(await placeOf(person, inside));
      expect(await placeOf(person, outside)).toMatchObject({ name: "Leeds, United Kingdom" });
      // Even the smallest area finds photos by the place that is shown, not the real one.
      expect(idsOf((await get<MediaPageDto>(person, around(house, 0.003))).body)).toEqual([]);
      expect(idsOf((await get<MediaPageDto>(person, around(region))).body)).toEqual([beside, inside]);
    }
    const answers = await Promise.all([
      ...["points", "places"].map((address) => call("GET", `/api/map/${address}`, { headers: key.headers })),
      call("GET", `/api/media/${inside}/facts`, { headers: key.headers }),
    ]);
    for (const { status: answered, bytes } of answers) {
      expect([answered, /38\.72|3872|9\.145|91456/.test(bytes.toString())]).toEqual([200, false]);
    }
  });

  test("is on no map and in no details if it is left out, even where it overlaps another", async () => {
    const inside = await storePlaced(owner, house, day(1));
    await storeHiddenPlace(owner, { name: "Street", ...house });
    await storeHiddenPlace(owner, { ...home, mode: "leftOut", radiusM: 100 });
    const beside = await storePlaced(owner, corner, day(2));
    expect((await pointsOf(owner)).ids).toEqual([beside]);
    expect(await placeOf(owner, inside)).toBeNull();
    const area = `photos?west=-180&south=-90&east=180&north=90`;
    expect(idsOf((await get<MediaPageDto>(owner, area)).body)).toEqual([beside]);
    expect((await get<MapPlaceDto[]>(owner, "places")).body.map(({ photoCount }) => photoCount)).toEqual([1]);
  });

  test("is hidden at once from a town whose pages share what was counted for the first", async () => {
    await storePlaced(owner, house, day(1));
    await storePlaced(owner, leeds, day(2));
    const town = async (photos: string) => {
      const plans = await plansOf("Media", () => get(member, `places/${lisbonId}/photos`));
      const { body } = await get<MapPlaceDto[]>(member, "places");
      expect(body.map(({ name, photoCount }) => `${name} ${photoCount}`).join(", ")).toBe(photos);
      return plans.filter((plan) => plan.includes("Group Key")).length;
    };
    const before = "Leeds 1, Lisbon 1";
    expect([await town(before), await town(before)]).toEqual([1, 0]);
    await hide(owner, { ...home, mode: "leftOut" });
    expect([await town("Leeds 1"), await town("Leeds 1")]).toEqual([1, 0]);
    await storePlaced(owner, leeds, day(3));
    expect(await town("Leeds 2")).toBe(1);
  });

  test("is hidden by the family that hides it, and no other", async () => {
    const theirs = await storePlaced(stranger, house);
    await hide(owner, home);
    expect((await pointsOf(stranger)).latitudes).toEqual([inUnits(house.latitude)]);
    expect(await placeOf(stranger, theirs)).toMatchObject(house);
  });

  test("is listed for admins without its coordinates, changed, and shown again", async () => {
    const id = await storePlaced(owner, house);
    const { body: made } = await hide(owner, home);
    const list = await get<HiddenPlaceDto[]>(owner, "hidden-places");
    expect(list.body).toEqual([made]);
    expect(list.bytes.toString()).not.toMatch(/38\.7|9\.14/);
    const change = { name: "Our house", radiusM: 1_000, mode: "leftOut" };
    for (const _ of [1, 2]) {
      const changed = await ask<HiddenPlaceDto>(owner, "PATCH", `hidden-places/${made.id}`, change);
      expect([changed.status, changed.body]).toEqual([200, { ...made, ...change }]);
    }
    expect((await pointsOf(owner)).ids).toEqual([]);
    expect((await ask(owner, "DELETE", `hidden-places/${made.id}`)).status).toBe(204);
    expectRefusal(await ask(owner, "DELETE", `hidden-places/${made.id}`), 404, "not_found");
    expect(await placeOf(owner, id)).toMatchObject(house);
  });

  test.each([
    [{ ...house }, "name"],
    [{ ...home, name: " " }, "name"],
    [{ name: "Home", longitude: 1 }, "latitude"],
    [{ ...home, latitude: 91 }, "latitude"],
    [{ ...home, longitude: "9" }, "longitude"],
    [{ ...home, radiusM: 50 }, "radiusM"],
    [{ ...home, radiusM: 20_001 }, "radiusM"],
    [{ ...home, mode: "blurred" }, "mode"],
  ])("is refused with its field: %j", async (json, field) => {
    const { status, body } = await ask<{ field: string }>(owner, "POST", "hidden-places", json);
    expect([status, body.field]).toEqual([400, field]);
  });

  test("can be hidden and shown only by admins of the family", async () => {
    const admin = await createMember(owner.familyId, "admin");
    const id = await storeHiddenPlace(owner);
    const calls = [
      ["GET", "hidden-places"],
      ["POST", "hidden-places", home],
      ["PATCH", `hidden-places/${id}`, { radiusM: 500 }],
      ["DELETE", `hidden-places/${id}`],
    ] as const;
    for (const [method, address, json] of calls) {
      expectRefusal(await ask(null, method, address, json), 401, "not_signed_in");
      for (const person of [member, child]) {
        expectRefusal(await ask(person, method, address, json), 403, "forbidden");
      }
    }
    for (const [method, address, json] of calls.slice(2)) {
      expectRefusal(await ask(stranger, method, address, json), 404, "not_found");
    }
    expect((await ask<HiddenPlaceDto[]>(stranger, "GET", "hidden-places")).body).toEqual([]);
    for (const [method, address, json] of calls) {
      expect([method, (await ask(admin, method, address, json)).status]).toEqual([
        method,
        { GET: 200, POST: 201, PATCH: 200, DELETE: 204 }[method],
      ]);
    }
  });

  test("is created once by a repeated request, and there are at most twenty", async () => {
    const headers = { "Idempotency-Key": "hide-our-home" };
    const send = () =>
      call<HiddenPlaceDto>("POST", "/api/map/hidden-places", { cookie: owner.cookie, json: home, headers });
    expect((await send()).body).toEqual((await send()).body);
    const where = { familyId: owner.familyId };
    expect(await db.hiddenPlace.count({ where })).toBe(1);
    for (let count = 1; count < 19; count++) await storeHiddenPlace(owner);
    const both = await Promise.all([hide(owner, home), hide(owner, home)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(await db.hiddenPlace.count({ where })).toBe(20);
  });
});

describe("the ground", () => {
  test("has outlines of the world, coarse to finest, that browsers cache", async () => {
    type Outlines = { perDegree: number; land: number[][]; borders: number[][] };
    const read = (detail: string) => get<Outlines>(child, `outlines/${detail}`);
    const [coarse, fine, finest] = [await read("coarse"), await read("fine"), await read("finest")];
    expect(coarse.headers.get("cache-control")).toBe("private, max-age=86400");
    expect(coarse.body.land.length).toBeGreaterThan(100);
    expect(fine.bytes.length).toBeGreaterThan(3 * coarse.bytes.length);
    expect(finest.bytes.length).toBeGreaterThan(3 * fine.bytes.length);
    expect([fine.body.perDegree, finest.body.perDegree]).toEqual([100, 1_000]);
    // Every ring ends where it begins.
    for (const ring of [...fine.body.land, ...finest.body.land]) {
      let [x, y] = [0, 0];
      for (let at = 2; at < ring.length; at += 2) {
        x += ring[at] ?? 0;
        y += ring[at + 1] ?? 0;
      }
      expect([x, y]).toEqual([0, 0]);
    }
    expectRefusal(await get(null, "outlines/coarse"), 401, "not_signed_in");
  });

  test("has the names of the largest towns of a square", async () => {
    // Portugal's west coast.
    const { body } = await get<TownNameDto[]>(member, "names/6/30/24");
    expect(body.length).toBeLessThanOrEqual(10);
    expect(body.map(({ name }) => name)).toContain("Lisbon");
    expect(body.map(({ population }) => population)).toEqual(
      body.map(({ population }) => population).toSorted((one, other) => other - one),
    );
    expectRefusal(await get(null, "names/6/30/24"), 401, "not_signed_in");
  });

  test("has the streets of the operator's file, tile by tile", async () => {
    expect((await get(owner, "tiles/0/0/0")).status).toBe(503);
    expect(await checkStreetMap()).toMatchObject({ name: "map", level: "warn" });
    const content = roadTile("highway");
    await writeStreetMap(mapFile, [
      { z: 0, x: 0, y: 0, content: roadTile("minor_road") },
      { z: 5, x: 15, y: 12, content },
    ]);
    const { status, headers, bytes } = await get(child, "tiles/5/15/12");
    expect([status, headers.get("content-type")]).toEqual([200, "application/vnd.mapbox-vector-tile"]);
    expect(bytes.equals(content)).toBe(true);
    const known = { "If-None-Match": headers.get("etag") ?? "" };
    const again = await call("GET", "/api/map/tiles/5/15/12", { cookie: member.cookie, headers: known });
    expect(again.status).toBe(304);
    const nothing = await get(owner, "tiles/5/0/0");
    expect([nothing.status, nothing.bytes.length]).toEqual([200, 0]);
    expectRefusal(await get(null, "tiles/5/15/12"), 401, "not_signed_in");
    expect(await checkStreetMap()).toMatchObject({ name: "map", level: "ok" });
    await rm(mapFile);
  });
});
