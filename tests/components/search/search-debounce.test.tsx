import { act, fireEvent, screen } from "@testing-library/react";
import { SearchView } from "@/components/album/search/search-view";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

afterEach(() => jest.useRealTimers());

test("the search waits 300 ms after the last letter", async () => {
  jest.useFakeTimers();
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/hashtags/existing", { json: [] })
    .on("GET /api/media/search", { json: [], headers: { "X-Total-Count": "0" } })
    .install();
  renderPage(<SearchView screenGuess="desktop" />, { address: "/search" });
  await act(() => jest.advanceTimersByTimeAsync(1000));
  const type = (value: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value } });
  const searches = () => api.made("GET /api/media/search");
  type("l");
  await act(() => jest.advanceTimersByTimeAsync(299));
  type("la");
  await act(() => jest.advanceTimersByTimeAsync(299));
  expect(searches()).toEqual([]);
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(searches()).toEqual(["GET /api/media/search?limit=60&offset=0&q=la&stacks=collapsed"]);
});
