import { routeFinder } from "@/lib/http/route-finder";

const find = routeFinder([
  "/api/media",
  "/api/media/{id}",
  "/api/media/years",
  "/api/media/{id}/download",
  "/api/media/month/{year}/{month}",
  "/api/media/years/{year}/covers",
]);

test("a path is found with its parameters, decoded", () => {
  expect(find("/api/media/month/2024/7")).toEqual({
    path: "/api/media/month/{year}/{month}",
    params: { year: "2024", month: "7" },
  });
  expect(find("/api/media/a%2Fb%20c")).toEqual({ path: "/api/media/{id}", params: { id: "a/b c" } });
});

test("a fixed part takes precedence over a parameter, unless only the parameter leads on", () => {
  expect(find("/api/media/years")?.path).toBe("/api/media/years");
  expect(find("/api/media/years/download")).toEqual({
    path: "/api/media/{id}/download",
    params: { id: "years" },
  });
});

test("a path that is longer, shorter, has an empty part or ends with a slash is not found", () => {
  for (const path of [
    "/api",
    "/api/media/",
    "/api/media//download",
    "/api/media/x/y",
    "/api/media/month/2024",
  ]) {
    expect(find(path)).toBeNull();
  }
});
