import { plans } from "@/lib/core/plans/plans";
import { invitationPath } from "@/lib/family/families/client/invitation-address";
import { planContents, planPrice } from "@/lib/family/families/plan-text";
import { formatMoney } from "@/lib/shared/currency";

test.each([
  ["https://album.example.org/register/abcdefghijklmnop_-123", "/register/abcdefghijklmnop_-123"],
  ["  /register/abcdefghijklmnop?x=1 ", "/register/abcdefghijklmnop"],
  ["abcdefghijklmnop", "/register/abcdefghijklmnop"],
  ["https://evil.example/register/../admin", null],
  ["javascript:alert(1)", null],
  ["hello", null],
  ["", null],
])("the invitation in %j is at %s", (typed, path) => {
  expect(invitationPath(typed)).toBe(path);
});

const pounds = (pence: number) => formatMoney(pence, "GBP", "en-GB");

test("the plans' limits and prices are the specification's", () => {
  const words = Object.values(plans).map((plan) => `${planContents(plan)}: ${planPrice(plan, pounds)}`);
  expect(words).toEqual([
    "5GB, up to 3 members: Free",
    "200GB, up to 6 members: £4.99 a month",
    "Unlimited storage, up to 10 members: £9.99 a month",
  ]);
});
