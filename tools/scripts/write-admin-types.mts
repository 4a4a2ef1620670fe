/**
 * Writes types for the built admin, which Medusa's build omits. It is the last
 * step of `npm run build` before the package is checked.
 */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"

const FOLDER = join(import.meta.dirname, "../../.medusa/server/src/admin")

const PLUGIN = `/** Pages, widgets and texts, assembled by Medusa's admin. No other code imports them. */
declare const plugin: Readonly<Record<string, unknown>>
`

/** One per built module: for `require` and for `import`. */
await writeFile(join(FOLDER, "index.d.ts"), `${PLUGIN}export = plugin\n`)
await writeFile(join(FOLDER, "index.d.mts"), `${PLUGIN}export default plugin\n`)
