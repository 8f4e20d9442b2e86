import type { KnownMediaDto, PlacesDto } from "@/lib/sorter/schema";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const ask = (json: unknown, as: FamilyPerson | null = owner) =>
  call<KnownMediaDto & { field?: string }>("POST", "/api/media/known", {
    ...(as ? { cookie: as.cookie } : {}),
    json,
  });
const unknown = "0".repeat(64);

test("files are recognised by their bytes before any are sent, no matter who in the family uploaded them", async () => {
  const { id, sha256 } = await storeMedia(owner, { year: 2023, month: 4, hasFiles: false });
  const member = await createMember(owner.familyId);
  const { status, body } = await ask({ sha256: [unknown, sha256] }, member);
  expect(status).toBe(200);
  expect(body).toEqual({ known: [{ sha256, id, year: 2023, month: 4 }] });
});

test("what another family has, or is in the trash, is not known", async () => {
  const theirs = await storeMedia(await createOwner(), { hasFiles: false });
  const trashed = await storeMedia(owner, {
    hasFiles: false,
    deletedAt: new Date(),
    deletedById: owner.userId,
  });
  expect((await ask({ sha256: [theirs.sha256, trashed.sha256] })).body).toEqual({ known: [] });
});

test("five hundred can be asked about at once, not more, and asking again gives the same answer", async () => {
  const { sha256 } = await storeMedia(owner, { hasFiles: false });
  const others = Array.from({ length: 499 }, (_, at) => at.toString(16).padStart(64, "0"));
  const [once, again] = [
    await ask({ sha256: [...others, sha256] }),
    await ask({ sha256: [...others, sha256] }),
  ];
  expect(once.body.known).toHaveLength(1);
  expect(again.body).toEqual(once.body);
  const tooMany = await ask({ sha256: [...others, sha256, unknown] });
  expect(tooMany).toMatchObject({ status: 400, body: { field: "sha256" } });
});

test.each([
  [{}, "sha256"],
  [{ sha256: [] }, "sha256"],
  [{ sha256: ["AB".repeat(32)] }, "sha256.0"],
  [{ sha256: ["' OR 1=1 --"] }, "sha256.0"],
  [{ sha256: [{ contains: "" }] }, "sha256.0"],
])("%j is refused with its field", async (json, field) => {
  expect(await ask(json)).toMatchObject({ status: 400, body: { field } });
});

test("a visitor learns nothing", async () => {
  expect((await ask({ sha256: [unknown] }, null)).status).toBe(401);
});

const near = (points: unknown, as: FamilyPerson | null = owner) =>
  call<PlacesDto & { field?: string }>("POST", "/api/places/nearest", {
    ...(as ? { cookie: as.cookie } : {}),
    json: { points },
  });

test("places are named from this server's list, a district by its town; far from any there is none", async () => {
  const points = [
    { latitude: 53.8, longitude: -1.55 },
    { latitude: 46.2, longitude: 6.15 },
    { latitude: -36.85, longitude: 174.76 },
    // The middle of the Atlantic.
    { latitude: 30, longitude: -40 },
  ];
  const { status, body } = await near(points);
  expect(status).toBe(200);
  expect(body.places).toEqual(["Leeds", "Genève", "Auckland", null]);
});

test.each([
  [[], "points"],
  [[{ latitude: 91, longitude: 0 }], "points.0.latitude"],
  [[{ latitude: 0, longitude: "1" }], "points.0.longitude"],
])("points %j are refused with their field", async (points, field) => {
  expect(await near(points)).toMatchObject({ status: 400, body: { field } });
});

test("a visitor gets no places", async () => {
  expect((await near([{ latitude: 1, longitude: 1 }], null)).status).toBe(401);
});
