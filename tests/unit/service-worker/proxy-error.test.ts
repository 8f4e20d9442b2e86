import { privateHeaders } from "@/lib/http/private-headers";
import { answeredByAlbum } from "@/lib/service-worker/proxy-error";

const answer = (status: number, headers: HeadersInit = {}) => new Response("", { status, headers });

test.each([502, 503, 504])("a proxy's %i counts as no connection", (status) => {
  expect(() => answeredByAlbum(answer(status, { Server: "Caddy" }))).toThrow(TypeError);
});

test.each([200, 401, 404, 500, 503])("an answer from the album itself, %i, is passed on", (status) => {
  const own = answer(status, privateHeaders);
  expect(answeredByAlbum(own)).toBe(own);
});

test("a proxy's refusal is passed on", () => {
  const refused = answer(413);
  expect(answeredByAlbum(refused)).toBe(refused);
});
