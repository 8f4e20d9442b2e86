import { routeTemplate } from "@/lib/http/route-template";

test.each([
  ["/api/media/abc", { id: "abc" }, "/api/media/{id}"],
  ["/api/media/month/2024/7", { year: "2024", month: "7" }, "/api/media/month/{year}/{month}"],
  [
    "/api/media/chunked-upload/beach%20day.mp4",
    { uploadId: "beach day.mp4" },
    "/api/media/chunked-upload/{uploadId}",
  ],
  ["/api/media/%E0%A4%A", { id: "%E0%A4%A" }, "/api/media/{id}"],
  ["/api/health", {}, "/api/health"],
  ["/api/no/such/call", { path: ["no", "such", "call"] }, "/api/{path}"],
] as [string, Record<string, string | string[]>, string][])(
  "%s is counted as a route",
  (path, params, template) => {
    expect(routeTemplate(path, params)).toBe(template);
  },
);
