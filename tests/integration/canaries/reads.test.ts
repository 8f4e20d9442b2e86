import { readAccessList } from "@/tests/support/access-list";
import { call } from "@/tests/support/call";
import type { IdKind } from "@/tests/support/canaries/canaries";
import type { WordFinder } from "@/tests/support/canaries/finder";
import { idKinds } from "@/tests/support/canaries/ids";
import { captureLog } from "@/tests/support/canaries/log";
import { type CanaryKind, canSee, policy } from "@/tests/support/canaries/policy";
import { type Asking, plantWorld, readerKinds, type World } from "@/tests/support/canaries/world";
import { withTestDatabase } from "@/tests/support/database";
import { type SampleCall, sampleCalls } from "@/tests/support/sample-calls";
import { withTestStorage } from "@/tests/support/test-storage";
import { withTestStripe } from "@/tests/support/test-stripe";

// Set before the settings are first read: the log is searched too.
process.env.LOG_LEVEL = "info";
withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });
await withTestStripe();

const list = readAccessList();
const reads = [...list.keys()].filter((name) => name.startsWith("GET "));

/** More addresses for lists whose sample doesn't show everything they can. */
const moreAddresses: Record<string, string[]> = {
  "GET /api/admin/diagnostics/media": ["/api/admin/diagnostics/media?limit=100"],
  "GET /api/admin/reports": ["/api/admin/reports?decided=true"],
  "GET /api/family-members": ["/api/family-members"],
  "GET /api/media/month/{year}/{month}": ["/api/media/month/2024/7?limit=100"],
  "GET /api/media/search": ["/api/media/search?q=lighthouse&limit=50"],
  "GET /api/media/tagged": ["/api/media/tagged"],
  "GET /api/media/timeline": ["/api/media/timeline?feed=everything"],
  "GET /api/people": ["/api/people?hidden=true"],
  "GET /api/people/named": ["/api/people/named?q=zq"],
  "GET /api/super-admin/activity-log": ["/api/super-admin/activity-log?limit=100"],
  "GET /api/super-admin/email-templates/{name}": ["/api/super-admin/email-templates/weeklyDigest"],
  "GET /api/super-admin/organizations": ["/api/super-admin/organizations?limit=100"],
  "GET /api/super-admin/reports": ["/api/super-admin/reports?limit=100"],
  "GET /api/super-admin/users": ["/api/super-admin/users?limit=100"],
};
/** Ids that can name things of several kinds. */
const likewise: Partial<Record<IdKind, IdKind[]>> = { media: ["video", "trashed"] };

/** Kinds that no call shows even to those allowed to see them, and where they do appear, or why not. */
const unseenByCalls: Partial<Record<CanaryKind, string>> = {
  label: "suggestions offer only labels that the model knows",
  pendingEmail: "the profile page shows it",
};

let world: World;
let finder: WordFinder;
const seen = new Set<string>();
const cells = { calls: new Set<string>(), asked: 0 };
let log: ReturnType<typeof captureLog>;

beforeAll(async () => {
  world = await plantWorld();
  finder = world.canaries.finder();
  log = captureLog();
}, 120_000);
afterAll(() => log.stop());

async function addressesOf(name: string, sample: SampleCall): Promise<string[]> {
  const kind = idKinds[name];
  const kinds = kind ? [kind, ...(likewise[kind] ?? [])] : [];
  const ids = kinds.flatMap((one) => world.canaries.idsOf(one));
  const requests = ids.length > 0 ? ids.map((id) => sample.request(id)) : [sample.request("")];
  const paths = (await Promise.all(requests)).map(({ path }) => path);
  return [...paths, ...(moreAddresses[name] ?? [])];
}

/** What this answer reveals that its reader must not see. */
async function leaksTo(reader: Asking, name: string, path: string): Promise<string[]> {
  const sample = sampleCalls[name];
  const { headers: sent } = (await sample?.request("")) ?? {};
  // Other calls get no key: an installation key would turn every reader into a program with the reports' key.
  const isWithKey = name === "GET /api/metrics";
  const answer = await call("GET", path, {
    cookie: reader.person?.cookie ?? null,
    ...(isWithKey && sent ? { headers: sent } : {}),
  });
  cells.asked++;
  cells.calls.add(name);
  const headers = [...answer.headers].map((line) => line.join(": ")).join("\n");
  const found = await finder.find(answer.bytes, answer.headers.get("content-encoding"));
  for (const word of await finder.find(headers)) found.add(word);
  const leaks = world.canaries.all.filter(({ word }) => found.has(word));
  for (const canary of leaks) if (canSee(reader, canary, name)) seen.add(canary.word);
  return leaks
    .filter((canary) => !canSee(reader, canary, name))
    .map(({ kind }) => `${reader.kind}: ${name} says a ${kind} (${answer.status})`);
}

test("every call with an id is made with the planted ones", () => {
  const withId = reads.filter((name) => sampleCalls[name]?.target ?? sampleCalls[name]?.ownTarget);
  expect(withId.filter((name) => !idKinds[name])).toEqual([]);
});

test.each(readerKinds)(
  "no answer to %s contains a word that they must not see",
  async (kind) => {
    const leaks = new Set<string>();
    for (const name of reads) {
      const sample = sampleCalls[name];
      if (!sample) throw new Error(`${name} has no sample request`);
      for (const path of await addressesOf(name, sample)) {
        for (const leak of await leaksTo(world.readers[kind], name, path)) leaks.add(leak);
      }
    }
    expect([...leaks]).toEqual([]);
  },
  120_000,
);

test("the log contains none of the words", async () => {
  expect(log.lines.length).toBeGreaterThan(cells.asked / 2);
  const words = await finder.find(log.lines.join(""));
  const kinds = world.canaries.all.filter(({ word }) => words.has(word)).map(({ kind }) => kind);
  expect([...new Set(kinds)]).toEqual([]);
});

test("some words of each kind from everyone were seen by people who may, so that their absence means something", () => {
  // People outside any family see little, even of their own.
  const readers = Object.values(world.readers).filter(({ role, isSuperAdmin }) => role || isSuperAdmin);
  const groups = new Map<string, { kind: CanaryKind; isSeen: boolean }>();
  for (const canary of world.canaries.all) {
    if (!readers.some((reader) => reads.some((name) => canSee(reader, canary, name)))) continue;
    const group = `${canary.kind} of ${canary.userId ?? canary.familyId ?? "the installation"}`;
    const isSeen = seen.has(canary.word) || (groups.get(group)?.isSeen ?? false);
    groups.set(group, { kind: canary.kind, isSeen });
  }
  const unseen = [...groups.values()].filter(({ kind, isSeen }) => !isSeen && !unseenByCalls[kind]);
  expect([...new Set(unseen.map(({ kind }) => kind))]).toEqual([]);
  // What is listed as never shown really is never shown.
  const shown = new Set(world.canaries.all.filter(({ word }) => seen.has(word)).map(({ kind }) => kind));
  const explained = Object.keys(unseenByCalls) as CanaryKind[];
  expect(explained.filter((kind) => shown.has(kind) || policy[kind].length === 0)).toEqual([]);
  log.stop();
  const { all } = world.canaries;
  console.info(
    `Canaries: ${cells.calls.size} calls x ${readerKinds.length} callers, ${cells.asked} answers, ` +
      `${all.length} words planted, ${seen.size} seen by those who may, 0 leaks.`,
  );
});
