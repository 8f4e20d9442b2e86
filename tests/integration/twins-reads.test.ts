import { getMonthLinks } from "@/lib/album/media/server/month-links-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { actorFromCookies } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { listDirectAccessPeople } from "@/lib/family/direct-access/server/service";
import { getBillingOverview } from "@/lib/shop/billing/server/overview-service";
import { call, loadDeclaredCalls } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createFamily, createMember, type FamilyPerson } from "@/tests/support/factories";
import { readied, type SampleRequest, sampleCalls } from "@/tests/support/sample-calls";
import { withTestStorage } from "@/tests/support/test-storage";
import { withTestStripe } from "@/tests/support/test-stripe";
import { createRelative, createTwins } from "@/tests/support/twins";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });
await withTestStripe();

const insiders = ["user", "member", "admin", "owner"];
/** Reads in which admins see everyone's. */
const forAll = /\/admin|notifications\/count|diagnostics/;
const declared = await loadDeclaredCalls();
const reads = declared
  .filter(({ method, declaration }) => method === "GET" && insiders.includes(declaration.access))
  .map(({ path }) => `GET ${path}`)
  .filter((name) => sampleCalls[name]?.status === 200);

/** What pages read without a call. */
const pageReads: Record<string, (actor: MemberActor) => Promise<unknown>> = {
  "the billing page": (actor) => getBillingOverview(actor, { currency: "GBP", locale: "en-GB" }),
  "the direct access page": listDirectAccessPeople,
  "the months beside a month": (actor) => getMonthLinks(actor, { year: 2024, month: 1 }),
};

let owner: FamilyPerson;
let actor: MemberActor;
const requests = new Map<string, SampleRequest>();
const answers = new Map<string, unknown>();

async function ask(name: string): Promise<{ status: number; body: unknown }> {
  const request = requests.get(name);
  if (!request) throw new Error(`${name} was not prepared`);
  const { path, ...options } = request;
  const { status, body } = await call("GET", path, { cookie: owner.cookie, ...options });
  return { status, body };
}

beforeAll(async () => {
  owner = await createMember(await createFamily({ tier: "premium" }), "owner");
  const caller = { person: owner, insider: owner };
  // Fills the lists with rows of each kind; the reads' own targets come last, since some make room for themselves.
  for (const sample of Object.values(sampleCalls)) await sample.target?.(owner);
  for (const name of reads) {
    const sample = sampleCalls[name];
    if (!sample) continue;
    const id = await readied(sample, caller);
    requests.set(name, await sample.request(id));
  }
  // The time left to undo an order changes on its own.
  await db.printOrder.updateMany({ data: { heldUntil: null } });
  for (const name of reads) {
    const answer = await ask(name);
    expect([name, answer.status]).toEqual([name, 200]);
    answers.set(name, answer);
  }
  actor = (await actorFromCookies(owner.cookie, false)) as MemberActor;
  for (const [name, read] of Object.entries(pageReads)) answers.set(name, await read(actor));
  await createTwins();
}, 300_000);

test.each(reads)("a neighbour family with the very same rows changes nothing of %s", async (name) => {
  expect(await ask(name)).toEqual(answers.get(name));
});

test.each(Object.keys(pageReads))(
  "a neighbour family with the very same rows changes nothing of %s",
  async (name) => {
    expect(await pageReads[name]?.(actor)).toEqual(answers.get(name));
  },
);

describe("a relative with the very same private rows", () => {
  beforeAll(() => createRelative(owner.userId));

  test.each(reads.filter((name) => !forAll.test(name)))("changes nothing of %s", async (name) => {
    expect(await ask(name)).toEqual(answers.get(name));
  });
});
