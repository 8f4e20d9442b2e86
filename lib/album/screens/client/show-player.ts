import { offeredQualities } from "@/lib/album/media/video-quality";
import { HeldPictures } from "@/lib/album/screens/client/held-pictures";
import { Reel } from "@/lib/album/screens/client/reel";
import type { ShowCalls } from "@/lib/album/screens/client/show-calls";
import type { ScreenCodeDto, ShowItemDto, ShowStateDto } from "@/lib/album/screens/schema";
import { ApiError } from "@/lib/http/api-error";

const pollMs = 2_000;
/** The waits after a failure of the network or the server, and with nothing to show. */
const retryMs = 5_000;
const emptyMs = 30_000;
/** A clip that can't be played must not make slides race past. */
const shortestMs = 1_000;
/** How long after the server refused a code a new one is requested. */
const codeRetryMs = 60_000;
/** The hour, by its own clock, at which a screen that runs for days loads a new version. */
const reloadHour = 4;

export interface ShownSlide {
  /** Distinguishes slides of the same item. */
  key: number;
  item: ShowItemDto;
  /** The picture's URL; null for a clip. */
  src: string | null;
}

export type ShowView =
  | { stage: "starting" }
  | { stage: "code"; code: ScreenCodeDto | null }
  /** The family's album is closed for now. */
  | { stage: "closed" }
  /** The slide before stays below the current one until it is covered; none: there is nothing to show. */
  | { stage: "show"; slides: readonly ShownSlide[]; isPaused: boolean };

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : null);
const isClip = (item: ShowItemDto) => item.mediaType === "video" && offeredQualities(item).length > 0;
/** 404 deleted, 422 can't be shown. */
const isGone = (error: unknown) => [404, 422].includes(statusOf(error) ?? 0);
const whatOf = ({ source, isShuffled }: ShowStateDto) => JSON.stringify([source, isShuffled]);

/**
 * Runs a TV or frame for days: shows its code until someone pairs it, then photo after photo, controlled by the phone's
 * remote. Failures are retried; without a network it continues with the pictures it has.
 */
export class ShowPlayer {
  readonly #calls: ShowCalls;
  readonly #onChange: (view: ShowView) => void;
  readonly #reload: () => void;
  readonly #pictures: HeldPictures;
  #view: ShowView = { stage: "starting" };
  #state: ShowStateDto | null = null;
  #version: string | null = null;
  #reel: Reel | null = null;
  #code: ScreenCodeDto | null = null;
  #codeAfter = 0;
  /** Paused or playing by the TV's own remote, until the phone says otherwise. */
  #isPausedHere: boolean | null = null;
  /** Each step is a new turn, so that one still waiting for its picture gives way to a later one. */
  #turn = 0;
  #keys = 0;
  #shownAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pollTimer: ReturnType<typeof setTimeout> | undefined;
  #isEnded = false;

  constructor(calls: ShowCalls, onChange: (view: ShowView) => void, reload: () => void) {
    this.#calls = calls;
    this.#onChange = onChange;
    this.#reload = reload;
    this.#pictures = new HeldPictures(calls);
  }

  start(): void {
    void this.#poll();
  }

  end(): void {
    this.#isEnded = true;
    this.#turn++;
    clearTimeout(this.#timer);
    clearTimeout(this.#pollTimer);
    this.#pictures.end();
  }

  step(by: 1 | -1): void {
    void this.#move(by);
  }

  setPaused(isPaused: boolean): void {
    this.#isPausedHere = isPaused;
    this.#showPause();
  }

  get isPaused(): boolean {
    return this.#isPausedHere ?? this.#state?.isPaused ?? false;
  }

  /** Called when a clip is over or can't be played. */
  clipOver(key: number): void {
    if (this.#slides.at(-1)?.key !== key || this.isPaused) return;
    this.#next(Math.max(0, shortestMs - (Date.now() - this.#shownAt)));
  }

  get #slides(): readonly ShownSlide[] {
    return this.#view.stage === "show" ? this.#view.slides : [];
  }

  #change(view: ShowView): void {
    if (this.#isEnded) return;
    this.#view = view;
    this.#onChange(view);
  }

  async #poll(): Promise<void> {
    let waitMs = pollMs;
    try {
      const state = await this.#calls.getState(this.#slides.at(-1)?.item.id ?? null);
      if (!this.#isEnded) this.#follow(state);
    } catch (error) {
      if (statusOf(error) === 401) await this.#showCode();
      else if (statusOf(error) === 403) this.#stop({ stage: "closed" });
      else waitMs = retryMs;
    }
    if (!this.#isEnded) this.#pollTimer = setTimeout(() => void this.#poll(), waitMs);
  }

  /** Nothing of the album stays on a screen that isn't paired. */
  #stop(view: ShowView): void {
    this.#turn++;
    clearTimeout(this.#timer);
    this.#state = null;
    this.#reel = null;
    this.#isPausedHere = null;
    this.#pictures.clear();
    this.#change(view);
  }

  async #showCode(): Promise<void> {
    const isValid = this.#code !== null && Date.parse(this.#code.expiresAt) > Date.now();
    if (this.#view.stage === "show" || !isValid) this.#stop({ stage: "code", code: null });
    if (isValid || Date.now() < this.#codeAfter) return;
    this.#code = null;
    try {
      this.#code = await this.#calls.getCode();
    } catch (error) {
      if (statusOf(error) === 429) this.#codeAfter = Date.now() + codeRetryMs;
    }
    if (!this.#isEnded) this.#change({ stage: "code", code: this.#code });
  }

  /** Applies what the phone has changed since the last poll. */
  #follow(state: ShowStateDto): void {
    const before = this.#state;
    this.#state = state;
    this.#code = null;
    this.#version ??= state.version;
    if (state.version !== this.#version && new Date().getHours() === reloadHour) this.#reload();
    if (before?.isPaused !== state.isPaused) this.#isPausedHere = null;
    if (!before || whatOf(before) !== whatOf(state)) {
      this.#reel = new Reel((cursor, round) => this.#calls.listItems(cursor, round), state.isShuffled);
      void this.#move(1);
    } else if (state.isGone) {
      const shown = this.#slides.at(-1)?.item;
      if (shown) this.#forget(shown);
      void this.#move(1);
    } else if (state.step !== before.step) {
      void this.#move(state.step - before.step);
    } else if (before.isPaused !== state.isPaused || before.seconds !== state.seconds) {
      this.#showPause();
    }
  }

  #showPause(): void {
    if (this.#view.stage !== "show") return;
    this.#change({ ...this.#view, isPaused: this.isPaused });
    this.#time();
  }

  /** Starts the timer for a photo's seconds. */
  #time(): void {
    clearTimeout(this.#timer);
    const shown = this.#slides.at(-1);
    if (!shown || !this.#state || this.isPaused || shown.src === null) return;
    this.#next(this.#state.seconds * 1_000);
  }

  #next(waitMs: number, by = 1): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#move(by), waitMs);
  }

  #forget(item: ShowItemDto): void {
    this.#reel?.drop(item.id);
    this.#pictures.drop(item);
  }

  async #move(by: number): Promise<void> {
    const reel = this.#reel;
    if (!reel) return;
    const turn = ++this.#turn;
    clearTimeout(this.#timer);
    let item: ShowItemDto | null = null;
    try {
      item = await reel.look(by);
      if (turn !== this.#turn) return;
      if (!item) {
        this.#change({ stage: "show", slides: [], isPaused: this.isPaused });
        this.#next(emptyMs);
        return;
      }
      const src = isClip(item) ? null : await this.#pictures.load(item);
      if (turn === this.#turn) this.#show(reel, item, src);
    } catch (error) {
      if (turn === this.#turn) this.#cope(reel, item, error, by);
    }
  }

  /** Shows another picture in place of one that can't be loaded. */
  #cope(reel: Reel, item: ShowItemDto | null, error: unknown, by: number): void {
    // The next poll shows what happened to the screen.
    if ([401, 403].includes(statusOf(error) ?? 0)) return;
    if (item && isGone(error)) {
      this.#forget(item);
      this.#next(0, Math.sign(by));
      return;
    }
    const held = reel.nearest(by, (one) => this.#pictures.find(one) !== null);
    if (held) this.#show(reel, held, this.#pictures.find(held));
    else this.#next(retryMs, by);
  }

  #show(reel: Reel, item: ShowItemDto, src: string | null): void {
    reel.moveTo(item);
    this.#shownAt = Date.now();
    const slide = { key: ++this.#keys, item, src };
    this.#change({ stage: "show", slides: [...this.#slides.slice(-1), slide], isPaused: this.isPaused });
    this.#time();
    void this.#prepareNext(reel);
  }

  async #prepareNext(reel: Reel): Promise<void> {
    try {
      const next = await reel.look(1);
      if (next && reel === this.#reel && !isClip(next)) await this.#pictures.load(next);
    } catch {
      // It is requested again when its turn comes.
    }
  }
}
