import { latestOptions, yearCoversOptions, yearOptions } from "@/lib/album/media/client/queries";

test("latest media are fresh for 30 seconds, the years of home for 60", () => {
  expect(latestOptions()).toMatchObject({ queryKey: ["/api/media/latest"], staleTime: 30_000 });
  expect(yearCoversOptions()).toMatchObject({ queryKey: ["/api/year-covers"], staleTime: 60_000 });
});

test("a year is kept under its call's path", () => {
  expect(yearOptions(2024).queryKey).toEqual(["/api/media/year/2024"]);
});
