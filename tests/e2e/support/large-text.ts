import type { Page } from "@playwright/test";
import { desk, phone } from "./accessible";

function enlarge(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { font-size: 200% !important }");
  document.adoptedStyleSheets = [sheet];
}

/** Doubles the text size, as people with poor eyesight do, before the page is first drawn. */
export const withLargeText = (page: Page) => page.addInitScript(enlarge);

const notLarge = "the letters are not large";

/** What large text would break on the current page, at its window's width. */
export async function faultsIfTextWereLarge(page: Page): Promise<string[]> {
  await page.evaluate(enlarge);
  // Layout done by script follows in the next frame.
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
  const faults = await faultsOfLargeText(page, page.viewportSize()?.width ?? 0);
  // A page that was reloaded in between has small text.
  if (faults.includes(notLarge)) return faultsIfTextWereLarge(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return faults;
}

/**
 * What large text broke: a page that scrolls sideways, a control that is cut off, overlaps another one or is outside
 * the window, a number over its icon, and words that are cut off in the header, a dialog or a day's heading.
 */
export async function faultsOfLargeText(page: Page, width: number): Promise<string[]> {
  return page.evaluate(
    ([screen, notLarge]) => {
      const faults: string[] = [];
      const root = document.documentElement;
      if (Number.parseFloat(getComputedStyle(root).fontSize) !== 32) faults.push(notLarge);
      const slack = 1.5;
      const dialogs = [
        ...document.querySelectorAll<HTMLElement>("[role=dialog], [role=alertdialog], [role=menu]"),
      ];
      // Nobody can press anything under a modal dialog.
      const scope = dialogs.at(-1) ?? document.body;
      if (root.scrollWidth > screen + slack) faults.push(`${root.scrollWidth} px wide`);

      const nameOf = (element: Element) =>
        `${element.tagName.toLowerCase()} “${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40)}”`;
      const isShown = (element: HTMLElement) =>
        element.checkVisibility({
          opacityProperty: true,
          visibilityProperty: true,
          contentVisibilityAuto: true,
        }) &&
        element.getBoundingClientRect().width > 2 &&
        element.getBoundingClientRect().height > 2 &&
        !element.closest(".sr-only, [aria-hidden=true], [inert]");
      /** Whether it scrolls sideways on purpose, like a row of tabs. */
      const isInRow = (element: Element): boolean => {
        for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
          if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth + 2)
            return true;
        return false;
      };
      /** The boxes of the words inside it, as drawn. */
      const wordsOf = (element: Element) => {
        const boxes: DOMRect[] = [];
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const { parentElement } = node;
          if (!node.textContent?.trim() || !parentElement || !isShown(parentElement)) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          boxes.push(...range.getClientRects());
        }
        return boxes;
      };

      const controls = [
        ...scope.querySelectorAll<HTMLElement>(
          "button, .button, a.button, [role=tab], [role=menuitem], nav a, header a, select, input:not([type=file], [type=range], [type=search], .sr-only)",
        ),
      ].filter(isShown);
      for (const control of controls) {
        const box = control.getBoundingClientRect();
        const inRow = isInRow(control);
        if (!inRow && (box.left < -slack || box.right > screen + slack))
          faults.push(`${nameOf(control)} is out of the window`);
        const { overflow } = getComputedStyle(control);
        for (const words of wordsOf(control)) {
          const isOut =
            words.left < box.left - slack ||
            words.right > box.right + slack ||
            words.top < box.top - 4 ||
            words.bottom > box.bottom + 4;
          if (isOut) {
            faults.push(
              `${nameOf(control)} is ${overflow === "visible" ? "too small for its words" : "cut off"}`,
            );
            break;
          }
        }
      }

      /** Whether a scroll container hides some of it. */
      const isScrolledAway = (element: Element): boolean => {
        const box = element.getBoundingClientRect();
        for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
          const frame = at.getBoundingClientRect();
          const isClipping = getComputedStyle(at).overflowY !== "visible";
          if (isClipping && (box.top < frame.top - 1 || box.bottom > frame.bottom + 1)) return true;
        }
        return false;
      };
      /** The floating layer it is in, which is laid out apart from the page. */
      const layerOf = (element: Element): Element => {
        for (let at: Element | null = element; at; at = at.parentElement)
          if (/fixed|sticky|absolute/.test(getComputedStyle(at).position)) return at;
        return document.body;
      };
      const inView = controls.filter((control) => !isScrolledAway(control));
      for (const [index, one] of inView.entries()) {
        const a = one.getBoundingClientRect();
        for (const other of inView.slice(index + 1)) {
          if (one.contains(other) || other.contains(one) || layerOf(one) !== layerOf(other)) continue;
          const b = other.getBoundingClientRect();
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > 3 && down > 3) faults.push(`${nameOf(one)} lies over ${nameOf(other)}`);
        }
      }

      for (const badge of scope.querySelectorAll(".count-badge")) {
        const icon = badge.parentElement?.querySelector(":scope > svg")?.getBoundingClientRect();
        if (!icon) continue;
        const [x, y] = [icon.x + icon.width / 2, icon.y + icon.height / 2];
        const box = badge.getBoundingClientRect();
        if (box.left < x && x < box.right && box.top < y && y < box.bottom)
          faults.push(`the number “${badge.textContent}” covers its icon`);
      }

      const framed = [
        ...document.querySelectorAll<HTMLElement>(
          "body header:not(main header) *, [role=dialog] *, [role=alertdialog] *, [role=menu] *, h2:has(+ .day-check)",
        ),
      ];
      for (const element of framed) {
        if (
          !isShown(element) ||
          !scope.contains(element) ||
          element.children.length > 0 ||
          !element.textContent?.trim()
        )
          continue;
        const { overflowX, overflowY } = getComputedStyle(element);
        const isCut =
          (overflowX !== "visible" && element.scrollWidth > element.clientWidth + slack) ||
          (overflowY === "hidden" && element.scrollHeight > element.clientHeight + 4);
        if (isCut && !isInRow(element)) faults.push(`the words of ${nameOf(element)} are cut off`);
      }
      return [...new Set(faults)];
    },
    [width, notLarge] as const,
  );
}

/** The same at a phone's and a desktop's width, without reloading the page. */
export async function faultsOfLargeTextAtBothWidths(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const window of [phone, desk]) {
    await page.setViewportSize(window);
    for (const fault of await faultsOfLargeText(page, window.width))
      faults.push(`${window.width} px: ${fault}`);
  }
  return faults;
}
