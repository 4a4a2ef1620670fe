import { readdir, readFile } from "node:fs/promises"
import type { ServerResponse } from "node:http"
import { extname, join, relative } from "node:path"

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".ttf": "font/ttf",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
}

/** Serves the paths of its files, and returns whether it did. */
export type Pages = (path: string, answer: ServerResponse) => boolean

/**
 * Serves a built admin at /app as `medusa start` does: a path without a file
 * gets the entry page.
 */
export async function adminPages(folder: string): Promise<Pages> {
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  })
  const files = new Map<string, Buffer>()
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name)
    files.set(`/app/${relative(folder, file)}`, await readFile(file))
  }
  return (path, answer) => {
    if (path !== "/app" && !path.startsWith("/app/")) {
      return false
    }
    const name = files.has(path) ? path : "/app/index.html"
    answer.writeHead(200, {
      "content-type": TYPES[extname(name)] ?? "application/octet-stream",
      "cache-control": name === path ? "max-age=31536000" : "no-cache",
    })
    answer.end(files.get(name))
    return true
  }
}
