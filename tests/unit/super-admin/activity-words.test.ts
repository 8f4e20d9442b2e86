import { actionWords, detailWords } from "@/components/operations/super-admin/activity-words";

test("an entry's facts are one line, without ids", () => {
  expect(detailWords({ from: "free", to: "family", familyId: "1f" })).toBe("From: free; to: family");
  expect(detailWords({ method: "password" })).toBe("Method: password");
  expect(detailWords({ changedFields: ["name", "birthday"] })).toBe("Changed fields: name, birthday");
  expect(detailWords({ familyId: "1f" })).toBe("");
});

test("an action without words of its own is readable", () => {
  expect(actionWords("account.identityLinked")).toBe("Account: identity linked");
});
