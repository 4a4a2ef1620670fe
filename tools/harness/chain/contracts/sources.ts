import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The contracts of a folder by their file's name. */
export function readSources(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sol"))
  return Object.fromEntries(
    names.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")])
  )
}

/** Tells whether compiled.json was made of these sources. */
export function sourcesDigest(sources: Record<string, string>): string {
  return createHash("sha256").update(JSON.stringify(sources)).digest("hex")
}
