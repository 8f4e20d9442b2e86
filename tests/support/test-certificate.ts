import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A DER value: its tag, length and content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const hex = (bytes: string) => Buffer.from(bytes, "hex");
/** OIDs as bytes. */
const oid = (bytes: string) => der(0x06, hex(bytes));
const utcTime = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, "").slice(2, 14)}Z`));

const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
const commonName = (name: string) =>
  sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(name)))));

/** A self-signed certificate for localhost and 127.0.0.1, valid for a day. */
export function makeCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const now = Date.now();
  const names = sequence(der(0x82, Buffer.from("localhost")), der(0x87, Buffer.from([127, 0, 0, 1])));
  const isAuthority = sequence(der(0x01, Buffer.from([0xff])));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    commonName("A push service of tests"),
    sequence(utcTime(new Date(now - 3_600_000)), utcTime(new Date(now + 86_400_000))),
    commonName("A push service of tests"),
    publicKey.export({ type: "spki", format: "der" }),
    der(
      0xa3,
      sequence(sequence(oid("551d13"), der(0x04, isAuthority)), sequence(oid("551d11"), der(0x04, names))),
    ),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  const lines =
    sequence(body, ecdsaWithSha256, signature)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
  };
}
