import { createRequire } from "node:module"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build, stop } from "esbuild"
import type { Measure } from "../measure"
import { STORE_FOLDER } from "../../harness/built-store/folder"

const ROOT = join(STORE_FOLDER, "..", "..", "..")
const ENTRY = join(ROOT, ".medusa", "server", "src", "admin", "index.mjs")
const DASHBOARD = "@medusajs/dashboard/package.json"
const BYTES_PER_KB = 1000

type Manifest = { dependencies: Record<string, string> }

/**
 * The growth of a store's admin: the plugin's own code, and every library that
 * Medusa's dashboard does not already have.
 */
export const admin: Measure = {
  name: "admin",
  run: async ({ say }) => {
    say("The admin's bundle.")
    const { outputFiles, metafile } = await build({
      entryPoints: [ENTRY],
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2022",
      external: shared().flatMap((name) => [name, `${name}/*`]),
      write: false,
      metafile: true,
      logLevel: "silent",
    })
    await stop()
    const bytes = outputFiles.reduce(
      (sum, { contents }) => sum + gzipSync(contents).length,
      0
    )
    const brought = new Set(
      Object.keys(metafile.inputs).flatMap(
        (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []
      )
    )
    return [
      {
        what: "admin bundle added, gzipped",
        ours: { value: bytes / BYTES_PER_KB, unit: "KB" },
        goal: { kind: "count", is: "under", value: 120 },
        note: `Minified by esbuild, without what Medusa's dashboard has already. Libraries in it: ${[...brought].sort().join(", ") || "none"}.`,
      },
    ]
  },
}

/**
 * The dashboard's libraries that the package resolves to the same copy, so that
 * a bundler includes them once.
 */
function shared(): string[] {
  const ours = createRequire(ENTRY)
  const dashboard = createRequire(ours.resolve(DASHBOARD))
  const { dependencies } = ours(DASHBOARD) as Manifest
  return Object.keys(dependencies).filter((name) => {
    const found = locate(ours, name)
    return found !== null && found === locate(dashboard, name)
  })
}

function locate(from: NodeJS.Require, name: string): string | null {
  const paths = from.resolve.paths(name) ?? []
  for (const path of paths) {
    try {
      return from.resolve(join(path, name, "package.json"))
    } catch {
      continue
    }
  }
  return null
}
