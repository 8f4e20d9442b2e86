import { randomUUID } from "node:crypto";
import { idInSignedToken, signedToken } from "@/lib/core/auth/server/signed-token";
import {
  callbackUrl,
  linkExpiry,
  linkedFile,
  orderIdInCallback,
  packageUrl,
} from "@/lib/shop/prints/server/print-links";

const id = randomUUID();
const tokenOf = (url: string) => new URL(url).pathname.split("/").at(-1) ?? "";

test("a link leads to the package it was made for", () =>
  expect(linkedFile(tokenOf(packageUrl(id, linkExpiry(), "https://album.example.org")))).toEqual({
    kind: "package",
    id,
  }));

test("a link works for seven days", () => {
  const now = new Date("2026-11-05T12:00:00Z");
  expect(linkExpiry(now)).toEqual(new Date("2026-11-12T12:00:00Z"));
  const token = signedToken("print package", id, linkExpiry(now));
  expect(idInSignedToken("print package", token, new Date("2026-11-12T11:59:59Z"))).toBe(id);
  expect(idInSignedToken("print package", token, new Date("2026-11-12T12:00:00Z"))).toBeNull();
});

test("a callback's token never expires, and opens nothing else", () => {
  const token = new URL(callbackUrl("prodigi", id)).searchParams.get("token") ?? "";
  expect(orderIdInCallback(token)).toBe(id);
  expect(linkedFile(token)).toBeNull();
  expect(orderIdInCallback(tokenOf(packageUrl(id, linkExpiry(), "https://a.example")))).toBeNull();
});

test("a token with any bit changed, removed or added is invalid", () => {
  const token = signedToken("print package", id, null);
  const bytes = Buffer.from(token, "base64url");
  for (let at = 0; at < bytes.length; at++) {
    const forged = Buffer.from(bytes);
    forged.writeUInt8(forged.readUInt8(at) ^ 1, at);
    expect(idInSignedToken("print package", forged.toString("base64url"))).toBeNull();
  }
  for (const wrong of ["", token.slice(0, -1), `${token}A`, `${token}=`, ` ${token}`, "../../etc/passwd"]) {
    expect(idInSignedToken("print package", wrong)).toBeNull();
  }
});
