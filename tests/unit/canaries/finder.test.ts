import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { newWord, WordFinder } from "@/tests/support/canaries/finder";

const word = newWord();
const number = "+447700900123";
const id = "0190aaaa-0000-7000-8000-000000000000";
const finder = new WordFinder([word, number, id]);
const text = `Grandma's "${word}" & more`;

/** A ZIP of one stored file, built by hand: the finder has to read other programs' archives. */
function zipOf(name: string, content: Buffer): Buffer {
  const names = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt32LE(content.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(names.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt32LE(content.length, 20);
  central.writeUInt32LE(content.length, 24);
  central.writeUInt16LE(names.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + names.length, 12);
  end.writeUInt32LE(local.length + names.length + content.length, 16);
  return Buffer.concat([local, names, content, central, names, end]);
}

const hidden: [string, Buffer | string][] = [
  ["plain text", text],
  ["capitals", text.toUpperCase()],
  [
    "JSON with every letter escaped",
    text.replace(/[a-z]/g, (one) => `\\u${`000${one.charCodeAt(0).toString(16)}`.slice(-4)}`),
  ],
  ["HTML entities", text.replace(/[a-z]/g, (one) => `&#${one.charCodeAt(0)};`)],
  ["percent escapes", text.replace(/[a-z]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)],
  ["a mail's soft line breaks", text.replace(word, `${word.slice(0, 7)}=\r\n${word.slice(7)}`)],
  ["UTF-16, little end first", Buffer.from(text, "utf16le")],
  ["UTF-16, big end first", Buffer.from(text, "utf16le").swap16()],
  ["gzip", gzipSync(text)],
  ["zlib", deflateSync(text)],
  ["base64 in JSON", JSON.stringify({ cursor: Buffer.from(text).toString("base64url") })],
  ["base64 of gzip in a data URL", `data:application/gzip;base64,${gzipSync(text).toString("base64")}`],
  ["base64 in a path", `/api/${Buffer.from(`[${text}]`).toString("base64url")}/more`],
  ["hexadecimal", Buffer.from(text).toString("hex")],
  ["a file in a ZIP", zipOf("order.txt", Buffer.from(text))],
  ["a file name in a ZIP", zipOf(`${word}.jpg`, Buffer.from("x"))],
  ["a gzip in a ZIP", zipOf("order.gz", gzipSync(text))],
  ["bytes that are no text", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 9]), Buffer.from(text)])],
];

test.each(hidden)("a word is found in %s", async (_, bytes) => {
  expect([...(await finder.find(bytes))]).toEqual([word]);
});

test("a word is found in Brotli, as the header declares", async () => {
  expect([...(await finder.find(brotliCompressSync(text), "br"))]).toEqual([word]);
});

test("numbers and ids are found like words", async () => {
  const found = await finder.find(`tel:${encodeURIComponent(number)} ${id.toUpperCase()}`);
  expect([...found].sort()).toEqual([number, id].sort());
});

test("nothing is found in clean content", async () => {
  const other = `${newWord()} ${gzipSync(newWord()).toString("base64")} PK\u0003\u0004 %PDF- \u001f\u008b`;
  expect([...(await finder.find(other))]).toEqual([]);
});
