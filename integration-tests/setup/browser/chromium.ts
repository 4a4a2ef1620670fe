import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
]

const ELSEWHERE = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
]

/**
 * @returns the browser of CHROMIUM_PATH, or one in the usual places; null
 * without one
 */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? "").split(delimiter)
  const places = given
    ? [given]
    : [
        ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
        ...ELSEWHERE,
      ]
  return places.find(isProgram) ?? null
}

/**
 * Disables the browser's own network requests, and its sandbox, which root
 * can't have.
 */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Medusa's pages load feature flags from a CDN.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
