import { createHash, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type APIRequestContext, expect, request } from "@playwright/test";
import pg from "pg";
import { signUpFamily } from "./family";
import { photo } from "./files";
import type { SeveralServers } from "./several-servers";

/** Someone with a family, whose requests a proxy sends to the servers in turn. */
export async function signInAt({
  url,
}: Pick<SeveralServers, "url">): Promise<{ person: APIRequestContext; cookie: string }> {
  const person = await request.newContext({ baseURL: url });
  await signUpFamily(person);
  const { cookies } = await person.storageState();
  return { person, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
}

/** Queries the servers' database. */
export async function query({ databaseUrl }: SeveralServers, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

/** @param more bytes after the picture's own, to make it larger */
export async function uploadPhoto(
  person: APIRequestContext,
  more: Buffer = Buffer.alloc(0),
): Promise<{ id: string; bytes: Buffer }> {
  const buffer = Buffer.concat([await photo(), more]);
  const answer = await person.post("/api/media", {
    multipart: {
      fileData: { name: `${randomUUID()}.jpg`, mimeType: "image/jpeg", buffer },
      year: "2024",
      month: "3",
      description: "",
    },
  });
  expect(answer.status()).toBe(201);
  return { id: ((await answer.json()) as { id: string }).id, bytes: buffer };
}

interface UpdateOptions {
  /** The proxies that the family uses, each with its own visitors. */
  urls?: readonly string[];
  updates?: number;
}

/** Restarts the servers in turn while a family browses, hearts and uploads through each proxy. */
export async function updateUnderTraffic(
  house: SeveralServers,
  { urls = [house.url], updates = 1 }: UpdateOptions = {},
): Promise<{ url: string; asked: number; failed: string[] }[]> {
  const state = { isOver: false };
  const families = await Promise.all(urls.map((url) => familyThatVisits(url, state)));
  for (let update = 0; update < updates; update++)
    for (const server of [0, 1] as const) await house.restart(server);
  state.isOver = true;
  const tallies = await Promise.all(families.map(({ leave }) => leave()));
  const asked = tallies.map((tally) => tally.asked).join(" and ");
  console.log(`${asked} requests during ${updates} updates of two servers, files on ${house.storage}`);
  return tallies.map((tally, at) => ({ url: urls[at] ?? "", ...tally }));
}

/** @returns waits for the visitors' last answers, once it is over */
async function familyThatVisits(url: string, state: { isOver: boolean }) {
  const { person } = await signInAt({ url });
  const { id, bytes } = await uploadPhoto(person);
  const failed: string[] = [];
  let asked = 0;
  const visit = async (what: string, send: () => Promise<{ status: () => number }>) => {
    while (!state.isOver) {
      const status = await send().then(
        (answer) => answer.status(),
        (error: Error) => error.message,
      );
      asked++;
      if (status !== 200 && status !== 201) failed.push(`${what}: ${status}`);
      // Without a pause the visitors would take CPU time from the starting servers.
      await delay(25);
    }
  };
  const visitors = [
    visit("month", () => person.get("/api/media/month/2024/3")),
    visit("home", () => person.get("/")),
    visit("heart", () => person.post("/api/hearts", { data: { mediaId: id } })),
    visit("upload", async () => {
      const uploaded = await uploadPhoto(person);
      return { status: () => (uploaded.id ? 201 : 500) };
    }),
  ];
  const leave = async () => {
    await Promise.all(visitors);
    const original = await (await person.get(`/api/media/${id}/download`)).body();
    const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");
    expect(sha256(original)).toBe(sha256(bytes));
    return { asked, failed };
  };
  return { leave };
}
