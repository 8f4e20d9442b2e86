import { holdPagePictures, pagePicture } from "@/lib/album/media/page-pictures";

test("a page's HTML gets its own pictures, until it is sent", () => {
  const forget = holdPagePictures("first page", new Map([["photo", "data:image/webp;base64,AAAA"]]));
  const forgetOther = holdPagePictures("second page", new Map());
  expect(pagePicture("first page", "photo")).toBe("data:image/webp;base64,AAAA");
  expect(pagePicture("first page", "another photo")).toBeNull();
  expect(pagePicture("second page", "photo")).toBeNull();
  expect(pagePicture(undefined, "photo")).toBeNull();
  forget();
  forgetOther();
  expect(pagePicture("first page", "photo")).toBeNull();
});

test("unfinished pages hold the pictures of a hundred at most", () => {
  const pictures = new Map([["photo", "data:image/webp;base64,AAAA"]]);
  const names = Array.from({ length: 101 }, (_, index) => `page ${index}`);
  const forget = names.map((name) => holdPagePictures(name, pictures));
  expect(names.filter((name) => pagePicture(name, "photo") === null)).toEqual(["page 0"]);
  for (const one of forget) one();
});
