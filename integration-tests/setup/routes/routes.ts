import { readdirSync } from "node:fs"
import { join, relative, sep } from "node:path"

const API = join(__dirname, "../../../src/api")
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]

/** A route of the plugin, found by its folder as Medusa does. */
export type Route = {
  method: string
  /** Such as `/admin/stablecoin/payments/:id`. */
  path: string
}

/** All routes on disk, including those added after a test was written. */
export function allRoutes(): Route[] {
  return readdirSync(API, { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|[\\/])route\.ts$/.test(file))
    .flatMap((file) => {
      // eslint-disable-next-line @typescript-eslint/no-require-imports
      const exported = Object.keys(require(join(API, file)) as object)
      const folder = relative(API, join(API, file, ".."))
      const path = `/${folder.split(sep).join("/")}`.replace(
        /\[(\w+)\]/g,
        ":$1"
      )
      return exported
        .filter((name) => METHODS.includes(name))
        .map((method) => ({ method, path }))
    })
}
