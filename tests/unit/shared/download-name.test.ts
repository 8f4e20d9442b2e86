import { downloadName } from "@/lib/shared/download-name";

test.each([
  ["beach.jpg", "jpg", "beach.jpg"],
  ["Beach.JPEG", "jpg", "Beach.JPEG"],
  ["St. Mary's, 2024.png", "png", "St. Mary's, 2024.png"],
  ["clip.m4v", "mp4", "clip.m4v"],
  ["\u00c5sa & \u5bb6\u65cf.gif", "gif", "\u00c5sa & \u5bb6\u65cf.gif"],
])("%s from an honest uploader is saved unchanged", (name, extension, saved) => {
  expect(downloadName(name, extension)).toBe(saved);
});

test.each([
  ["holiday.exe", "jpg", "holiday.exe.jpg"],
  ["holiday.jpg.exe", "jpg", "holiday.jpg.exe.jpg"],
  ["holiday.html", "mp4", "holiday.html.mp4"],
  ["holiday.jpg. ", "jpg", "holiday.jpg..jpg"],
  ["holiday", "png", "holiday.png"],
  ["clip.mp4", "avi", "clip.mp4.avi"],
])("%s, sent by an attacker, can't be saved as a program or a page", (name, extension, saved) => {
  expect(downloadName(name, extension)).toBe(saved);
});

test.each(["\u202e", "\u2066", "\u200f", "\u061c"])("%j can't disguise a name's ending", (control) => {
  expect(downloadName(`photo${control}gnp.exe`, "jpg")).toBe("photognp.exe.jpg");
  expect(downloadName(`${control}photo.jpg`, "jpg")).toBe("photo.jpg");
});
