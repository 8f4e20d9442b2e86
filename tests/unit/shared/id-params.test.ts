import { idParams } from "@/lib/shared/id-params";

test.each(["01900000-0000-7000-8000-000000000001", "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11"])(
  "%s is an id, in lower case as stored",
  (id) => {
    expect(idParams.parse({ id })).toEqual({ id: id.toLowerCase() });
  },
);

test.each([
  "",
  "not-an-id",
  "01900000000070008000000000000001",
  "01900000-0000-7000-8000-000000000001\n",
  undefined,
])("%j isn't one", (id) => {
  expect(idParams.safeParse({ id }).success).toBe(false);
});
