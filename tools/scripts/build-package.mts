/**
 * Compiles the package in the current folder into its `dist`, together with the
 * files of the plugin that it shares: a package depends on nothing of the
 * plugin.
 *
 *   npm run build --workspaces
 */
import { execFileSync } from "node:child_process"
import { readdir, readFile, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"

await rm("dist", { recursive: true, force: true })
execFileSync(
  process.execPath,
  [
    createRequire(import.meta.url).resolve("typescript/bin/tsc"),
    "-p",
    "tsconfig.build.json",
  ],
  { stdio: "inherit" }
)

// The compiler keeps the imports of declarations as written, which not every
// consumer's compiler supports.
for (const name of await readdir("dist", { recursive: true })) {
  if (name.endsWith(".d.ts")) {
    const path = join("dist", name)
    const text = await readFile(path, "utf8")
    await writeFile(
      path,
      text.replace(/(["']\.\.?\/[^"']*)\.tsx?(["'])/g, "$1.js$2")
    )
  }
}
