const [old, fresh, other] = ["1234567890abcdef", "fedcba0987654321", "0f1e2d3c4b5a6978"].map((s) =>
  s.repeat(3),
);
const rotated = `k2:${fresh},first:${old}`;
const id = "0193b5a0-7f9e-7c3a-9d4e-2f6a1b8c9d0e";

async function loadModules() {
  const [box, session, link, unsubscribe, album, voucher, device] = await Promise.all([
    import("@/lib/core/auth/server/secret-box"),
    import("@/lib/core/auth/server/session-cookie"),
    import("@/lib/core/auth/server/signed-token"),
    import("@/lib/notify/digest/server/unsubscribe-token"),
    import("@/lib/album/sharing/server/album-token"),
    import("@/lib/shop/vouchers/server/code"),
    import("@/lib/core/auth/server/device-cookie"),
  ]);
  return { box, session, link, unsubscribe, album, voucher, device };
}

/** Loads the modules as a server started with this AUTH_SECRET would. */
async function withSecret<T>(
  secret: string | undefined,
  work: (modules: Awaited<ReturnType<typeof loadModules>>) => Promise<T> | T,
): Promise<T> {
  const given = process.env.AUTH_SECRET;
  process.env.AUTH_SECRET = secret ?? "";
  try {
    let result: T | undefined;
    await jest.isolateModulesAsync(async () => {
      result = await work(await loadModules());
    });
    return result as T;
  } finally {
    process.env.AUTH_SECRET = given ?? "";
  }
}

/** One of each thing that is made with the secret. */
const makeAll = (secret: string | undefined) =>
  withSecret(secret, async ({ box, session, link, unsubscribe, album, voucher, device }) => ({
    box: box.sealSecret("JBSWY3DPEHPK3PXP", "app", "ada"),
    session: await session.encodeSessionCookie({ token: "t", isSuperAdmin: false }),
    link: link.signedToken("print", id, null),
    unsubscribe: unsubscribe.unsubscribeToken(id, "news"),
    album: album.albumTokenOf(id),
    voucher: Buffer.from(voucher.hashVoucherCode("ABCD1234")).toString("hex"),
    device: device.deviceSetCookie(null, id, false).split(";")[0] ?? "",
  }));

type Made = Awaited<ReturnType<typeof makeAll>>;

const readAll = (secret: string | undefined, made: Made) =>
  withSecret(secret, async ({ box, session, link, unsubscribe, album, voucher, device }) => {
    const known = device.deviceIn(made.device, false);
    const hashes = voucher.voucherCodeHashes("ABCD1234").map((hash) => Buffer.from(hash).toString("hex"));
    return {
      box: box.openSecret(made.box, "app", "ada") === "JBSWY3DPEHPK3PXP",
      session: (await session.decodeSessionCookie(made.session))?.token === "t",
      link: link.idInSignedToken("print", made.link) === id,
      unsubscribe: unsubscribe.readUnsubscribeToken(made.unsubscribe)?.userId === id,
      album: album.familyIdIn(made.album) === id,
      voucher: hashes.includes(made.voucher),
      device: known !== null && device.isDeviceOf(known, id),
    };
  });

const everything = (isRead: boolean) => ({
  box: isRead,
  session: isRead,
  link: isRead,
  unsubscribe: isRead,
  album: isRead,
  voucher: isRead,
  device: isRead,
});

test("after a rotation everything made with the old secret still opens, and new values are made with the new key", async () => {
  const before = await makeAll(old);
  expect(await readAll(rotated, before)).toEqual(everything(true));
  const after = await makeAll(rotated);
  expect(await readAll(rotated, after)).toEqual(everything(true));
  expect(await readAll(`k2:${fresh}`, after)).toEqual(everything(true));
});

test("someone who stole a secret that has been removed can't forge anything with it", async () => {
  const stolen = await makeAll(old);
  expect(await readAll(`k2:${fresh}`, stolen)).toEqual(everything(false));
  expect(await readAll(`k3:${other}`, stolen)).toEqual(everything(false));
});

test("a sealed secret names its key", async () => {
  const { box } = await makeAll(rotated);
  expect(box).toMatch(/^v2\.k2\./);
  const isPresent = (secret: string) =>
    withSecret(secret, (modules) => modules.box.isSealedWithPresentKey(box));
  expect([await isPresent(rotated), await isPresent(`k3:${other},${rotated}`)]).toEqual([true, false]);
});

test.each([
  ["a-secret-without-an-id-of-32-characters", [null]],
  ["k2:one,first:two", ["k2", "first"]],
  ["with,a:comma and a colon", [null]],
])("the keys of %j are %j", async (value, ids) => {
  const { parseKeyList } = await import("@/lib/core/auth/server/key-list");
  expect(parseKeyList(value).map((key) => key.id)).toEqual(ids);
});

test.each([
  [
    "two, the newer first",
    [
      { id: "k2", secret: "one" },
      { id: "first", secret: "two" },
    ],
    "k2:one,first:two",
  ],
  [
    "one with a comma",
    [
      { id: "k2", secret: "one" },
      { id: "first", secret: "with,a comma" },
    ],
    null,
  ],
  [
    "one that is a list",
    [
      { id: "k2", secret: "one" },
      { id: "first", secret: "with,a:comma" },
    ],
    null,
  ],
  ["one that ends with a space", [{ id: "first", secret: "two " }], null],
])("a list of keys is made only if it can be read again: %s", async (_, keys, list) => {
  const { formatKeyList } = await import("@/lib/core/auth/server/key-list");
  expect(formatKeyList(keys)).toBe(list);
});
