import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const PACKAGE = "medusa-payment-stablecoin"
const MODULE_FILE = /[\\/]modules[\\/]stablecoin([\\/]index)?\.[cm]?[jt]s$/

/** As `getResolvedPlugins` of @medusajs/utils resolves an entry of `plugins`. */
export function isStablecoinPlugin(resolve: unknown, folder: string): boolean {
  if (typeof resolve !== "string") {
    return false
  }
  const file = resolved(join(resolve, "package.json"), folder)
  return resolve === PACKAGE || (file !== undefined && nameIn(file) === PACKAGE)
}

/** As `transformModules` of @medusajs/utils resolves an entry of `modules`. */
export function isStablecoinModule(resolve: unknown, folder: string): boolean {
  if (typeof resolve !== "string") {
    return false
  }
  const file = resolved(withSource(resolve, folder), folder)
  return (
    file !== undefined && MODULE_FILE.test(file) && packageOf(file) === PACKAGE
  )
}

/** Path of a module of the store, which may leave out `src`. */
function withSource(path: string, folder: string): string {
  if (!path.startsWith("./")) {
    return path
  }
  return join(folder, path.startsWith("./src") ? "" : "src", path)
}

function resolved(request: string, folder: string): string | undefined {
  // From this file, Node would find the plugin in this very package.
  const outside = createRequire(join(folder, "node_modules", "_"))
  try {
    return outside.resolve(request, { paths: [folder] })
  } catch {
    return undefined
  }
}

/** Name of the package that a file belongs to: the nearest one with a name. */
function packageOf(file: string): unknown {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const name = nameIn(join(folder, "package.json"))
    if (name !== undefined || folder === dirname(folder)) {
      return name
    }
  }
}

function nameIn(packageFile: string): unknown {
  try {
    const contents = JSON.parse(readFileSync(packageFile, "utf8")) as {
      name?: unknown
    }
    return contents.name
  } catch {
    return undefined
  }
}
