import { execFileSync } from "node:child_process"
import { readdir, readFile, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const out = join(root, ".medusa/storefront")

await rm(out, { recursive: true, force: true })
execFileSync(
  process.execPath,
  [
    createRequire(import.meta.url).resolve("typescript/bin/tsc"),
    "-p",
    join(root, "src/storefront/tsconfig.build.json"),
  ],
  { stdio: "inherit" }
)

// The compiler keeps the imports of declarations as written, which not every
// consumer's compiler supports.
for (const name of await readdir(out, { recursive: true })) {
  if (name.endsWith(".d.ts")) {
    const text = await readFile(join(out, name), "utf8")
    await writeFile(
      join(out, name),
      text.replace(/(["']\.\.?\/[^"']*)\.tsx?(["'])/g, "$1.js$2")
    )
  }
}

// The package itself is CommonJS.
await writeFile(
  join(out, "package.json"),
  `${JSON.stringify({ type: "module", sideEffects: false }, null, 2)}\n`
)
