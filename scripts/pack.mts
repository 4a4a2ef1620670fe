import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

export const ROOT = join(import.meta.dirname, "..")

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
 * Packs the built files, as `npm publish` would. It does not build.
 *
 * @param folder an existing one, for the tarball
 */
export async function pack(folder: string): Promise<Packed> {
  const { stdout } = await run(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", folder],
    { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }
  )
  const [packed] = JSON.parse(stdout) as NpmPack[]
  if (!packed) {
    throw new Error(`npm pack made nothing: ${stdout}`)
  }
  return {
    tarball: join(folder, packed.filename),
    files: packed.files.map(({ path }) => path),
    size: packed.size,
  }
}
