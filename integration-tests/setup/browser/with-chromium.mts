/**
 * Runs a command with a browser, in CHROMIUM_PATH:
 *
 *   tsx integration-tests/setup/browser/with-chromium.mts COMMAND [ARG ...]
 */
import { runWith } from "../commands/run-with.mts"
import { findChromium } from "./chromium.ts"

await runWith("with-chromium.mts", () => {
  const chromium = findChromium()
  return chromium
    ? { env: { CHROMIUM_PATH: chromium } }
    : {
        missing:
          "there is no Chromium in PATH, and CHROMIUM_PATH does not name one.",
      }
})
