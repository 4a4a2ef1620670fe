import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Manifest } from "./entrypoints.ts"

const run = promisify(execFile)

export const ROOT = join(import.meta.dirname, "../..")

/** The folders of the published packages. */
export const PACKAGES = {
  plugin: ROOT,
  storefront: join(ROOT, "packages/storefront"),
  sandbox: join(ROOT, "packages/sandbox"),
}

export type Packed = {
  /** Path of the tarball. */
  tarball: string
  /** Paths within the tarball. */
  files: string[]
  /** Compressed size in bytes. */
  size: number
}

type NpmPack = { filename: string; size: number; files: { path: string }[] }

/**
 * Packs the built files of one package, as `npm publish` would. It does not
 * build.
 *
 * @param into an existing folder, for the tarball
 */
export async function pack(
  into: string,
  which: keyof typeof PACKAGES
): Promise<Packed> {
  const { stdout } = await run(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", into],
    { cwd: PACKAGES[which], maxBuffer: 64 * 1024 * 1024 }
  )
  const [packed] = JSON.parse(stdout) as NpmPack[]
  if (!packed) {
    throw new Error(`npm pack made nothing: ${stdout}`)
  }
  return {
    tarball: join(into, packed.filename),
    files: packed.files.map(({ path }) => path),
    size: packed.size,
  }
}

export async function readManifest(
  which: keyof typeof PACKAGES
): Promise<Manifest> {
  const text = await readFile(join(PACKAGES[which], "package.json"), "utf8")
  return JSON.parse(text) as Manifest
}
