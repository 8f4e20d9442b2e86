import { type AllowedCall, disagreements, readAccessList } from "@/tests/support/access-list";
import { loadDeclaredCalls } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { sampleCalls } from "@/tests/support/sample-calls";

withTestDatabase();

const list = readAccessList();
const declared = await loadDeclaredCalls();

test("every call is open to the people the frozen access list names, and to nobody else", () => {
  expect(disagreements(declared, list)).toEqual([]);
});

test("the frozen access list is sorted, so that changing it changes one line", () => {
  const sortKey = ({ name }: AllowedCall) => name.split(" ").reverse().join(" ");
  const keys = [...list.values()].map(sortKey);
  expect(keys).toEqual([...keys].sort());
});

describe("a route that was opened up is noticed", () => {
  const guarded = [...list.values()].filter(
    ({ who }) => !["anyone", "visitor", "signature or key"].includes(who),
  );

  test("each non-public route, made public", () => {
    expect(guarded.length).toBeGreaterThan(200);
    for (const { name, who } of guarded) {
      const opened = declared.map((one) =>
        `${one.method} ${one.path}` === name
          ? { ...one, declaration: { ...one.declaration, access: "public" as const } }
          : one,
      );
      expect(disagreements(opened, list)).toEqual([
        expect.stringContaining(`${name} is declared “public”, but tests/access-list.txt lets in “${who}”`),
      ]);
    }
  });

  test("so is a route that is only in the list, or only in the code", () => {
    const [first, ...others] = declared;
    const name = `${first?.method} ${first?.path}`;
    expect(disagreements(others, list)).toEqual([
      `${name} is in tests/access-list.txt, but no route declares it: take its line out.`,
    ]);
    const shorter = new Map(list);
    shorter.delete(name);
    expect(disagreements(declared, shorter)).toEqual([
      expect.stringContaining("but not in tests/access-list.txt: add its line there."),
    ]);
  });
});

test("a call about someone's own things or the family's that takes an id has a sample with such an id", () => {
  // The matrix tries other people's ids wherever a sample has a target.
  const withoutTarget = [...list.values()].filter(({ name, who, whose }) => {
    const isAboutId = /\{\w*id\}/i.test(name) && ["own", "own or admin", "family"].includes(whose);
    const sample = sampleCalls[name];
    return isAboutId && who !== "super admin" && !(sample?.target ?? sample?.ownTarget);
  });
  // The id is a year here: the path shares its parameter with DELETE /api/month-icons/{id}.
  expect(withoutTarget.map(({ name }) => name)).toEqual(["GET /api/month-icons/{id}/{month}"]);
});
