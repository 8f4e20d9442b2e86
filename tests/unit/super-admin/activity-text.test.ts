import { describeAction, describeDetail } from "@/components/operations/super-admin/activity-text";

test("an entry's facts are one line, without ids", () => {
  expect(describeDetail({ from: "free", to: "family", familyId: "1f" })).toBe("From: free; to: family");
  expect(describeDetail({ method: "password" })).toBe("Method: password");
  expect(describeDetail({ changedFields: ["name", "birthday"] })).toBe("Changed fields: name, birthday");
  expect(describeDetail({ familyId: "1f" })).toBe("");
});

test("an action without its own text is readable", () => {
  expect(describeAction("account.identityLinked")).toBe("Account: identity linked");
});
