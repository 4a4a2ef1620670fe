import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { entrypointsOf } from "../../tools/scripts/entrypoints.ts"
import { PACKAGES, readManifest, ROOT } from "../../tools/scripts/pack.mts"
import { es } from "../../packages/storefront/src/react/labels-es.ts"
import type { Shell } from "./shell.mts"
import type { PackageManager } from "./package-manager.mts"
import type { Projects } from "./projects.mts"

/**
 * TypeScript's ways to resolve modules; the last one is of Medusa's Next.js
 * starter.
 */
const RESOLUTIONS = [
  { module: "node16", moduleResolution: "node16" },
  { module: "esnext", moduleResolution: "bundler" },
  { module: "esnext", moduleResolution: "node10" },
]

/**
 * Adds the package for storefronts to a storefront with other versions of
 * Medusa's libraries. It must add no other package.
 */
export async function addToStorefront(
  manager: PackageManager,
  { roots }: Projects,
  tarball: string,
  storefront: Shell
): Promise<void> {
  const root = roots.at(-1) ?? storefront.cwd
  const before = await manager.installed(root)
  await storefront.run(manager.add(`"${tarball}"`))
  const after = await manager.installed(root)
  const { name } = await readManifest("storefront")
  if (before.length < 3 || after.length !== before.length + 1) {
    throw new Error(
      `A storefront of ${before.length} packages gets ${after.length}.`
    )
  }
  if (!after.includes(name)) {
    throw new Error(`The storefront has no ${name}.`)
  }
}

/**
 * Loads and compiles each entry for storefronts in one, and renders the
 * component on its server.
 *
 * @throws Error that names what was not found
 */
export async function useInStorefront(here: Shell): Promise<void> {
  const entries = await entriesOf("storefront")
  await loadEntries(here, entries)
  await compileEntries(here, entries)
  const html = await here.run("node render.mjs")
  if (
    !/class="stablecoin-payment"[^>]* data-phase="loading"/.test(html) ||
    !html.includes(es.loading)
  ) {
    throw new Error(`The component renders ${html}`)
  }
}

/** Loads and compiles the plugin's entries in a store. */
export async function useInStore(here: Shell): Promise<void> {
  const entries = await entriesOf("plugin")
  // The admin's entry is a bundle for browsers.
  const loaded = entries.filter((entry) => !entry.endsWith("/admin"))
  await loadEntries(here, loaded)
  await compileEntries(here, entries)
}

/** The import paths of a package, such as "name/providers/stablecoin". */
async function entriesOf(which: keyof typeof PACKAGES): Promise<string[]> {
  const manifest = await readManifest(which)
  return entrypointsOf(manifest).map(
    (path) => `${manifest.name}${path.slice(1)}`
  )
}

/**
 * Loads by `import` and by `require`, which takes ES modules too since Node.js
 * 20.19.
 */
async function loadEntries(here: Shell, entries: string[]): Promise<void> {
  const all = JSON.stringify(entries)
  for (const [type, load] of [
    ["module", "await import(path)"],
    ["commonjs", "require(path)"],
  ]) {
    const script = `for (const path of ${all}) if (Object.keys(${load}).length === 0) throw new Error(path + " exports nothing")`
    await here.run(`node --input-type=${type} -e '${script}'`)
  }
}

async function compileEntries(here: Shell, entries: string[]): Promise<void> {
  // Kept out of the project's own sources.
  const folder = join(here.cwd, ".cache/compiled")
  await mkdir(folder, { recursive: true })
  const lines = entries.map((entry) => `void import("${entry}")\n`)
  await writeFile(join(folder, "entries.ts"), `${lines.join("")}export {}\n`)
  for (const resolution of RESOLUTIONS) {
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          ...resolution,
          target: "es2022",
          lib: ["es2023", "dom", "dom.iterable"],
          types: ["node"],
          typeRoots: [join(ROOT, "node_modules/@types")],
          strict: true,
          noEmit: true,
          skipLibCheck: true,
        },
        files: ["entries.ts"],
      })
    )
    const tsc = join(ROOT, "node_modules/.bin/tsc")
    await here.run(`"${tsc}" -p .cache/compiled`)
  }
}
