import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useState } from "react";
import { CommentsSection } from "@/components/album/comments/comments-section";
import { startTranscript } from "@/lib/album/comments/client/transcript";
import { barsOf } from "@/lib/album/comments/client/voice-recording";
import type { CommentDto } from "@/lib/album/comments/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const waveform = Array.from({ length: 48 }, (_, at) => at);
const note = (change: Partial<CommentDto> = {}): CommentDto => ({
  id: "v1",
  mediaId: "one",
  userId: "ben",
  username: "ben",
  displayName: "Ben",
  text: "",
  recording: { url: "/api/comments/v1/recording", durationMs: 12_000, waveform },
  createdAt: new Date().toISOString(),
  editedAt: null,
  mayEdit: false,
  mayDelete: false,
  ...change,
});
const own = note({ id: "v2", displayName: "Ada", mayEdit: true, mayDelete: true });

let api: FakeApi;
let kept: CommentDto[];
let keys: unknown[];

function serve(items: CommentDto[]) {
  kept = items;
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/media/one/comments", () => ({
      json: { items: kept, pagination: { total: kept.length, limit: 100, offset: 0, hasMore: false } },
    }))
    .install();
  keys = [];
  const send = globalThis.fetch;
  globalThis.fetch = (async (input, init) => {
    if (init?.method === "POST") keys.push((init.headers as Record<string, string>)["Idempotency-Key"]);
    return send(input, init);
  }) as typeof fetch;
}

function takeVoiceNotes() {
  api.on("POST /api/media/one/voice-notes", ({ body }) => {
    const { text } = body as { text: string };
    const made = { ...own, text, id: `new ${kept.length}` };
    kept = [...kept, made];
    return { status: 201, json: made };
  });
}

/** A microphone and its stream. */
const track = Object.assign(new EventTarget(), { stop: jest.fn(), kind: "audio" });
const stream = { getTracks: () => [track], getAudioTracks: () => [track] };
const getUserMedia = jest.fn<Promise<unknown>, [unknown]>();

class FakeRecorder extends EventTarget {
  static isTypeSupported = (type: string) => type.startsWith("audio/webm");
  state = "inactive";
  readonly mimeType = "audio/webm;codecs=opus";
  start() {
    this.state = "recording";
  }
  stop() {
    this.state = "inactive";
    const data = new Blob(["a voice"], { type: this.mimeType });
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data }));
    this.dispatchEvent(new Event("stop"));
  }
}

beforeEach(() => {
  track.stop.mockClear();
  getUserMedia.mockReset().mockResolvedValue(stream);
  Object.assign(globalThis, { MediaRecorder: FakeRecorder });
  Object.assign(URL, { createObjectURL: () => "blob:voice", revokeObjectURL: () => {} });
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
  // jsdom can't play media.
  Object.assign(HTMLMediaElement.prototype, {
    async play(this: HTMLMediaElement) {
      Object.defineProperty(this, "paused", { configurable: true, value: false });
      fireEvent.play(this);
    },
    pause(this: HTMLMediaElement) {
      Object.defineProperty(this, "paused", { configurable: true, value: true });
      fireEvent.pause(this);
    },
  });
});

afterEach(() => jest.useRealTimers());

const button = (name: string) => screen.getByRole("button", { name });
const rows = () => within(screen.getByRole("list", { name: "Comments" })).getAllByRole("listitem");
async function record() {
  renderPage(<CommentsSection mediaId="one" />);
  await userEvent.click(await screen.findByRole("button", { name: "Leave a voice note" }));
  await screen.findByText("Recording");
}

/** A photo with comments, and another without, to switch between. */
function Photo() {
  const [isFirst, setIsFirst] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsFirst(!isFirst)}>
        Next photo
      </button>
      {isFirst && <CommentsSection mediaId="one" />}
    </>
  );
}

describe("an existing voice note", () => {
  test("plays, seeks with a slider, and stops when another plays", async () => {
    serve([note(), own]);
    const { container } = renderPage(<CommentsSection mediaId="one" />);
    const first = await screen.findByRole("group", { name: "Voice note from Ben" });
    const second = screen.getByRole("group", { name: "Voice note from Ada" });
    const slider = within(first).getByRole("slider", { name: "Position" });
    expect(slider).toHaveAttribute("aria-valuetext", "0:00 of 0:12");
    fireEvent.change(slider, { target: { value: "5000" } });
    expect(slider).toHaveAttribute("aria-valuetext", "0:05 of 0:12");
    expect(first.querySelector("audio")?.currentTime).toBe(5);
    await userEvent.click(within(first).getByRole("button", { name: "Play" }));
    expect(within(first).getByRole("button", { name: "Pause" })).toBeVisible();
    await userEvent.click(within(second).getByRole("button", { name: "Play" }));
    expect(within(second).getByRole("button", { name: "Pause" })).toBeVisible();
    expect(within(first).getByRole("button", { name: "Play" })).toBeVisible();
    expect((await axe(container)).violations).toEqual([]);
  });

  test("that can't be played says so, and can be played again", async () => {
    serve([note()]);
    renderPage(<CommentsSection mediaId="one" />);
    const play = jest
      .spyOn(HTMLMediaElement.prototype, "play")
      .mockRejectedValueOnce(new DOMException("", "NotSupportedError"));
    await userEvent.click(await screen.findByRole("button", { name: "Play" }));
    expect(await screen.findByText("It could not be played. Please try again.")).toBeVisible();
    play.mockRestore();
    await userEvent.click(button("Play"));
    expect(screen.queryByText("It could not be played. Please try again.")).toBeNull();
  });

  test("its author writes, changes or removes its text, and deletes it", async () => {
    serve([{ ...own, text: "Look at her" }]);
    api.on("PATCH /api/comments/v2", ({ body }) => ({ json: { ...own, ...(body as object) } }));
    api.on("DELETE /api/comments/v2", () => {
      kept = [];
      return { status: 204 };
    });
    renderPage(<CommentsSection mediaId="one" />);
    await userEvent.click(await screen.findByRole("button", { name: "Write down what you said" }));
    await userEvent.clear(screen.getByRole("textbox", { name: "What you said" }));
    await userEvent.click(button("Save"));
    await waitFor(() => expect(screen.queryByText("Look at her")).toBeNull());
    expect(api.calls.find(({ method }) => method === "PATCH")?.body).toEqual({ text: "" });
    await userEvent.click(button("Delete your voice note"));
    const question = await screen.findByRole("alertdialog", { name: "Delete this voice note?" });
    await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Nobody has written anything yet. Say something kind.")).toBeVisible();
  });
});

describe("recording", () => {
  test("takes one press to begin and another to send", async () => {
    serve([note()]);
    takeVoiceNotes();
    await record();
    expect(screen.getByText("1:00 left")).toBeVisible();
    await userEvent.click(
      within(screen.getByRole("group", { name: "Recording" })).getByText("Send voice note"),
    );
    await waitFor(() => expect(rows()).toHaveLength(2));
    const [{ body } = { body: null }] = api.calls.filter(({ method }) => method === "POST");
    expect(body).toEqual({ recording: btoa("a voice"), text: "" });
    expect(track.stop).toHaveBeenCalled();
    expect(button("Leave a voice note")).toBeVisible();
  });

  test("can be listened to first, and discarded", async () => {
    serve([]);
    await record();
    await userEvent.click(button("Stop"));
    const draft = await screen.findByRole("group", { name: "Your voice note" });
    expect(await within(draft).findByRole("group", { name: "Listen to it first" })).toBeVisible();
    expect((await axe(draft)).violations).toEqual([]);
    await userEvent.click(button("Discard"));
    expect(button("Leave a voice note")).toBeVisible();
    expect(api.made("POST")).toEqual([]);
  });

  test("can be cancelled, and releases the microphone", async () => {
    serve([]);
    await record();
    await userEvent.click(button("Cancel"));
    expect(track.stop).toHaveBeenCalled();
    expect(button("Leave a voice note")).toBeVisible();
  });

  test("ends when the microphone is unplugged, and keeps the recording", async () => {
    serve([]);
    await record();
    fireEvent(track as unknown as Element, new Event("ended"));
    expect(await screen.findByRole("group", { name: "Your voice note" })).toBeVisible();
  });

  test("stays when it can't be sent, even after leaving and coming back, and is posted once", async () => {
    serve([]);
    api.on("POST /api/media/one/voice-notes", { status: 503, json: { message: "The album is away." } });
    renderPage(<Photo />);
    await userEvent.click(await screen.findByRole("button", { name: "Leave a voice note" }));
    await screen.findByText("Recording");
    await userEvent.click(
      within(screen.getByRole("group", { name: "Recording" })).getByText("Send voice note"),
    );
    expect(await screen.findByText("The album is away.")).toBeVisible();
    await userEvent.click(button("Next photo"));
    expect(screen.queryByRole("group", { name: "Your voice note" })).toBeNull();
    takeVoiceNotes();
    await userEvent.click(button("Next photo"));
    const draft = await screen.findByRole("group", { name: "Your voice note" });
    await userEvent.click(within(draft).getByRole("button", { name: "Send voice note" }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  });

  test("stays until the page is closed, however long its author looks at other photos", async () => {
    jest.useFakeTimers();
    const passed = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    serve([]);
    renderPage(<Photo />);
    await passed(1000);
    fireEvent.click(button("Leave a voice note"));
    await passed(1000);
    fireEvent.click(button("Stop"));
    await passed(1000);
    expect(screen.getByRole("group", { name: "Your voice note" })).toBeVisible();
    fireEvent.click(button("Next photo"));
    await passed(16 * 60_000);
    fireEvent.click(button("Next photo"));
    await passed(1000);
    expect(screen.getByRole("group", { name: "Your voice note" })).toBeVisible();
  });

  test.each([
    ["NotAllowedError", /doesn't let this page use the microphone/],
    ["NotFoundError", /No microphone was found/],
    ["NotReadableError", /in use elsewhere/],
  ])("with %s says what to do, and can be retried", async (name, words) => {
    serve([]);
    getUserMedia.mockRejectedValueOnce(Object.assign(new Error(name), { name }));
    renderPage(<CommentsSection mediaId="one" />);
    await userEvent.click(await screen.findByRole("button", { name: "Leave a voice note" }));
    expect(await screen.findByText(words)).toBeVisible();
    await userEvent.click(button("Try again"));
    expect(await screen.findByText("Recording")).toBeVisible();
  });

  test("says so if the browser can't", async () => {
    serve([]);
    Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: undefined });
    renderPage(<CommentsSection mediaId="one" />);
    await userEvent.click(await screen.findByRole("button", { name: "Leave a voice note" }));
    expect(await screen.findByText(/without https/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });
});

test("a waveform has 48 bars, however short or long the recording", () => {
  expect(barsOf([])).toEqual(Array(48).fill(0));
  expect(barsOf([7])).toEqual([...Array(48)].map(() => 7));
  const long = barsOf(Array.from({ length: 600 }, (_, at) => (at < 300 ? 80 : 5)));
  expect([long.length, long[0], long[47]]).toEqual([48, 80, 5]);
});

describe("speech is transcribed", () => {
  class Recognition extends EventTarget {
    static made: Recognition[] = [];
    static available = jest.fn<Promise<string>, [unknown]>();
    get processLocally() {
      return this.#isLocal;
    }
    set processLocally(isLocal: boolean) {
      this.#isLocal = isLocal;
    }
    #isLocal = false;
    constructor() {
      super();
      Recognition.made.push(this);
    }
    start() {
      const results = [
        { isFinal: true, 0: { transcript: "Look at her" } },
        { isFinal: false, 0: { transcript: "la" } },
      ];
      this.dispatchEvent(Object.assign(new Event("result"), { results }));
    }
    stop() {
      this.dispatchEvent(new Event("end"));
    }
  }
  const voice = track as unknown as MediaStreamTrack;
  const use = (kind: unknown) => Object.assign(window, { SpeechRecognition: kind });
  afterEach(() => use(undefined));

  test("on the device", async () => {
    use(Recognition);
    Recognition.available.mockResolvedValue("available");
    const transcript = await startTranscript(voice, "en-GB");
    expect(Recognition.available).toHaveBeenCalledWith({ langs: ["en-GB"], processLocally: true });
    expect(Recognition.made.at(-1)?.processLocally).toBe(true);
    expect(await transcript?.end()).toBe("Look at her");
  });

  test("and nowhere else: not if the sound would leave the device, or a language has to be fetched", async () => {
    const before = Recognition.made.length;
    expect(await startTranscript(voice, "en-GB")).toBeNull();
    use(class extends EventTarget {});
    expect(await startTranscript(voice, "en-GB")).toBeNull();
    use(Recognition);
    for (const state of ["unavailable", "downloadable", "downloading"]) {
      Recognition.available.mockResolvedValue(state);
      expect(await startTranscript(voice, "en-GB")).toBeNull();
    }
    expect(Recognition.made).toHaveLength(before);
  });
});
