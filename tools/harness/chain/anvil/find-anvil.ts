import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, join } from "node:path"

const FILE = process.platform === "win32" ? "anvil.exe" : "anvil"
/** The names of Foundry's packages for each kind of processor. */
const PROCESSOR = process.arch === "x64" ? "amd64" : process.arch

/**
 * The program of `@foundry-rs/anvil`, which npm installs without its script, or
 * one that Foundry installed in PATH.
 *
 * @returns null when there is none
 */
export function findAnvil(): string | null {
  // npm's own folders in PATH have a script that needs the package.
  const folders = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"))
  const paths = folders.map((folder) => join(folder, FILE))
  return inPackage() ?? paths.find((path) => existsSync(path)) ?? null
}

function inPackage(): string | null {
  const { resolve } = createRequire(__filename)
  const name = `@foundry-rs/anvil-${process.platform}-${PROCESSOR}`
  try {
    return resolve(`${name}/bin/${FILE}`)
  } catch {
    return null
  }
}
