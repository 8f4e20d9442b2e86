import type { FamilyRole } from "@/lib/core/families/schema";
import { canRemove, givableRoles } from "@/lib/family/families/client/role-rules";

const holder = (role: FamilyRole, isChild = false) => ({ id: "target", role, isChild });
const actor = (role: FamilyRole) => ({ id: "actor", role });

test.each([
  ["owner", "member", ["owner", "admin", "member"]],
  ["owner", "admin", ["owner", "admin", "member"]],
  ["admin", "member", ["admin", "member"]],
  ["admin", "admin", ["admin", "member"]],
  ["admin", "owner", []],
  ["member", "member", []],
] as const)("a family's %s offers a %s the roles %j", (by, whom, roles) => {
  expect(givableRoles(actor(by), holder(whom), 2)).toEqual(roles);
});

test("the only owner is offered no other role", () => {
  expect(givableRoles(actor("owner"), holder("owner"), 1)).toEqual([]);
  expect(givableRoles(actor("owner"), holder("owner"), 2)).toEqual(["owner", "admin", "member"]);
});

test("a child is offered no other role", () => {
  expect(givableRoles(actor("owner"), holder("member", true), 1)).toEqual([]);
});

test("owners remove anyone else, admins anyone except owners, members nobody", () => {
  expect(canRemove(actor("owner"), holder("owner"))).toBe(true);
  expect(canRemove(actor("admin"), holder("admin"))).toBe(true);
  expect(canRemove(actor("admin"), holder("owner"))).toBe(false);
  expect(canRemove(actor("member"), holder("member"))).toBe(false);
  expect(canRemove({ id: "target", role: "owner" }, holder("owner"))).toBe(false);
});
