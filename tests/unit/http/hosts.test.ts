import { createHostCheck, wrongHost } from "@/lib/http/hosts";

const atHome = createHostCheck({ ALLOWED_HOSTS: ["nas"] });
const onTheInternet = createHostCheck({ APP_URL: "https://album.example.org", ALLOWED_HOSTS: ["nas"] });

test.each([
  ["localhost:3000"],
  ["127.0.0.1:3000"],
  ["[::1]:3000"],
  ["192.168.1.5:3000"],
  ["album.local"],
  ["NAS:3000"],
])("at home, the album answers to %s", (host) => {
  expect(atHome(host, "/login")).toBe(true);
});

test.each([
  ["rebound.attacker.example:3000"],
  ["192.168.1.5.attacker.example"],
  ["localhost.attacker.example"],
  ["203.0.113.5"],
  ["attacker@localhost"],
  ["localhost/attacker.example"],
  [""],
  [undefined],
])("an attacker's page whose name %s points to the album at home reads nothing", (host) => {
  expect(atHome(host, "/")).toBe(false);
  expect(atHome(host, "/api/health")).toBe(false);
});

test("with APP_URL, only its host and those that the operator lists are answered", () => {
  const right = ["album.example.org", "album.example.org:443", "Album.Example.org.", "nas:3000"];
  const wrong = [
    "localhost:3000",
    "127.0.0.1",
    "192.168.1.5",
    "album.local",
    "example.org",
    "attacker.example",
  ];
  expect(right.filter((host) => !onTheInternet(host, "/"))).toEqual([]);
  expect(wrong.filter((host) => onTheInternet(host, "/"))).toEqual([]);
});

test("a monitor on the machine itself can check the album's health under any of its own names", () => {
  const asked = (host: string, path: string) => onTheInternet(host, path);
  expect(asked("127.0.0.1:3000", "/api/health")).toBe(true);
  expect(asked("localhost:3000", "/api/ready")).toBe(true);
  expect(asked("localhost:3000", "/api/ready/more")).toBe(false);
  expect(asked("localhost:3000", "/api/auth/me")).toBe(false);
  expect(asked("192.168.1.5:3000", "/api/health")).toBe(false);
});

test("the refusal says what to do, and doesn't reveal the album's address", () => {
  const { status, message } = wrongHost();
  expect(status).toBe(421);
  expect(message).toContain("ALLOWED_HOSTS");
  expect(message).not.toContain("example.org");
});
