import { listed } from "@/lib/shared/listed";

test("several words become a phrase", () => {
  expect(listed(["Ada"])).toBe("Ada");
  expect(listed(["Ada", "Nana"])).toBe("Ada and Nana");
  expect(listed(["Ada", "Nana", "Bean"])).toBe("Ada, Nana and Bean");
  expect(listed(new Set(["JPEG", "PNG", "HEIC"]), "or")).toBe("JPEG, PNG or HEIC");
});
