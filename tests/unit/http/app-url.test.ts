import { visitedUrl, visitedUrlOf } from "@/lib/http/app-url";

const visit = (host: string) => {
  const headers = new Headers({ host });
  return [visitedUrl(new Request("http://unused.test/", { headers })), visitedUrlOf(headers)];
};

test.each([
  ["album.example.org", "http://album.example.org"],
  ["192.168.1.7:3000", "http://192.168.1.7:3000"],
  ["[::1]:3000", "http://[::1]:3000"],
])("a visit to %s is at that address", (host, expected) => {
  expect(visit(host)).toEqual([expected, expected]);
});

test.each(["a b<>:99999999", "album.test/evil", "album.test?x", "somebody@album.test", "album.test#", "["])(
  "the Host %j isn't an address: the album's own is used",
  (host) => {
    expect(visit(host)).toEqual(["http://localhost:3000", "http://localhost:3000"]);
  },
);
