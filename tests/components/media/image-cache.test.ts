import {
  imageCacheKey,
  readImageCache,
  showCachedImagesScript,
  writeImageCache,
} from "@/lib/album/media/client/image-cache";

const hourMs = 3_600_000;
const picture = (bytes: number) => `data:image/webp;base64,${"A".repeat(bytes)}`;

afterEach(() => localStorage.clear());

test("images are cached for 24 hours, then dropped", () => {
  const savedAt = 1_000_000;
  writeImageCache("ada", { savedAt, images: { one: picture(10) } });
  expect(readImageCache("ada", savedAt + 24 * hourMs - 1)?.images).toEqual({ one: picture(10) });
  expect(readImageCache("ada", savedAt + 24 * hourMs)).toBeNull();
  expect(localStorage.getItem(imageCacheKey("ada"))).toBeNull();
});

test("one person's images are hidden from others", () => {
  writeImageCache("ada", { savedAt: Date.now(), images: { one: picture(10) } });
  expect(readImageCache("ben")).toBeNull();
});

test("the cache is limited in number and size, and the first images stay", () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`id-${index}`, picture(10)]));
  writeImageCache("ada", { savedAt: Date.now(), images: many });
  expect(Object.keys(readImageCache("ada")?.images ?? {})).toHaveLength(40);
  writeImageCache("ada", {
    savedAt: Date.now(),
    images: { a: picture(900_000), b: picture(900_000), c: picture(9) },
  });
  expect(Object.keys(readImageCache("ada")?.images ?? {})).toEqual(["a", "c"]);
});

test("anything else stored there is not a cache", () => {
  for (const text of ["{", "null", "[]", '{"savedAt":"x","images":{}}', '{"savedAt":1}']) {
    localStorage.setItem(imageCacheKey("ada"), text);
    expect(readImageCache("ada")).toBeNull();
  }
});

test("the page's script puts cached images behind the pictures, and only images", () => {
  document.body.innerHTML = '<i data-thumb="one"></i><i data-thumb="two"></i>';
  writeImageCache("ada", {
    savedAt: Date.now(),
    images: { one: picture(8), two: 'data:image/webp;base64,AA"),url(//elsewhere.example' },
  });
  new Function(showCachedImagesScript("ada"))();
  const [one, two] = document.querySelectorAll<HTMLElement>("[data-thumb]");
  expect(one?.style.backgroundImage).toContain(picture(8));
  expect(two?.style.backgroundImage).toBe("");
});

test("a person's id can't end the script", () => {
  expect(showCachedImagesScript("</script>")).not.toContain("</script>");
});
