// The terminal in the second language, as a venue with those texts would serve it.

import { join } from "node:path";
import type { BunPlugin } from "bun";
import type { Browser } from "../browser.ts";
import type { TerminalPage } from "./visited-terminal.ts";

const MAIN = join(import.meta.dir, "../../../terminal/main.tsx");
const WORDS = join(import.meta.dir, "long-words.ts");
/** The page's entry script. */
const SCRIPT = "/terminal/main-*.js";

const inLongWords: BunPlugin = {
  name: "a second language",
  setup(build) {
    build.onLoad({ filter: /terminal\/texts\/words\.ts$/ }, async ({ path }) => {
      const english = (await Bun.file(path).text()).replace("export const words =", "const english =");
      const long = `import { longWords } from ${JSON.stringify(WORDS)};\nexport const words = longWords(english);\n`;
      return { loader: "ts", contents: `${english}\n${long}` };
    });
  },
};

/** From now on the venue's page uses the long language in this browser. */
export async function speakLong({ context }: Browser, url: string): Promise<void> {
  const define = { "process.env.NODE_ENV": '"production"' };
  const built = await Bun.build({ entrypoints: [MAIN], target: "browser", plugins: [inLongWords], define });
  const script = await built.outputs.find(({ kind }) => kind === "entry-point")!.text();
  await context.route(`${url}${SCRIPT}`, (route) =>
    route.fulfill({ contentType: "text/javascript; charset=utf-8", body: script }),
  );
}

/** All text on the screen or read aloud: texts, names and hints, each once. */
export function textsOf({ page }: TerminalPage): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      if (text !== "" && node.parentElement !== null && isShown(node.parentElement)) found.add(text);
    }
    const named = [
      "aria-label",
      "aria-description",
      "aria-roledescription",
      "aria-valuetext",
      "title",
      "placeholder",
      "alt",
    ];
    for (const element of document.body.querySelectorAll("*")) {
      if (!isShown(element)) continue;
      for (const name of named) {
        const text = element.getAttribute(name)?.trim() ?? "";
        if (text !== "") found.add(text);
      }
    }
    return [...found, document.title];
  });
}

/** Parts that must not overflow sideways, whatever they contain: the page, its dialogs, the list of markets. */
const FITTING = ["html", "dialog[open]", ".dialog-body", ".markets-rows"];

/** Those of these parts whose content is too wide. */
export function tooNarrow({ page }: TerminalPage): Promise<readonly string[]> {
  return page.evaluate(
    (parts) =>
      parts.filter((part) =>
        [...document.querySelectorAll(part)].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1),
      ),
    FITTING,
  );
}
