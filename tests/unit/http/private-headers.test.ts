import { downloadHeaders, inertFileHeaders, privateHeaders } from "@/lib/http/private-headers";

test("no cache stores what is meant for one person, and no browser guesses its type", () => {
  expect(privateHeaders).toEqual({
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
  });
});

test("a download has a type and a name, and is just as private", () => {
  expect(downloadHeaders('Été "24".zip', "application/zip")).toEqual({
    ...privateHeaders,
    "Content-Type": "application/zip",
    "Content-Disposition": `attachment; filename="_t_ _24_.zip"; filename*=UTF-8''%C3%89t%C3%A9%20%2224%22.zip`,
  });
});

test("nothing in an uploaded file runs, and no other site can embed it", () => {
  expect(inertFileHeaders).toEqual({
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "sandbox; default-src 'none'",
  });
});
