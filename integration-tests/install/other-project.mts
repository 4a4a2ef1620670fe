import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { entrypointsOf, type Manifest } from "../../scripts/entrypoints.ts"
import { ROOT } from "../../scripts/pack.mts"
import { es } from "../../src/storefront/react/labels-es.ts"
import { addScripts } from "./checkout-process.mts"
import { NPM_INSTALL, run } from "./command.mts"

type Where = { cwd: string; env: Record<string, string> }

/**
 * The most packages that a storefront may get with this one: those of the
 * command and the admin.
 */
const MAX_PACKAGES = 5

/** Packages that the storefront has anyway. */
const REACT = ["react", "react-dom", "scheduler"]

/** Entries that load nothing of Medusa. */
const WITHOUT_MEDUSA = [".", "./gateway", "./sandbox"]

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
 * Installs the package without Medusa, in a separate folder as a storefront
 * does. The installation must not add any Medusa package.
 *
 * @returns how many packages it added
 */
export async function installInStorefront(
  folder: string,
  tarball: string,
  env: Record<string, string>,
  ended: AbortSignal
): Promise<number> {
  await mkdir(folder)
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ name: "storefront", private: true, type: "module" })
  )
  await addScripts(folder)
  await run(
    `${NPM_INSTALL} react@19 react-dom@19 "${tarball}"`,
    { cwd: folder, env },
    ended
  )
  const added = (await packagesIn(folder)).filter(
    (name) => !REACT.includes(name)
  )
  const medusa = added.filter((name) => name.startsWith("@medusajs/"))
  if (medusa.length > 0 || added.length > MAX_PACKAGES) {
    throw new Error(`A storefront gets ${added.join(", ")}.`)
  }
  return added.length
}

/**
 * Loads and compiles each entry for storefronts in one, and renders the
 * component on its server.
 *
 * @throws Error that names what was not found
 */
export async function useWithoutMedusa(
  here: Where,
  ended: AbortSignal
): Promise<void> {
  const { name, storefront } = await entries()
  const all = [...WITHOUT_MEDUSA, ...storefront]
  await loadEntries(here, all, name, ended)
  await compileEntries({ ...here, entries: all, name }, ended)
  const html = await run("node render.mjs", here, ended)
  if (
    !/class="stablecoin-payment"[^>]* data-phase="loading"/.test(html) ||
    !html.includes(es.loading)
  ) {
    throw new Error(`The component renders ${html}`)
  }
}

/** Loads and compiles the entries that need Medusa, in a store. */
export async function useWithMedusa(
  here: Where,
  ended: AbortSignal
): Promise<void> {
  const { name, server } = await entries()
  // The admin's entry is a bundle for browsers.
  const loaded = server.filter((entry) => entry !== "./admin")
  await loadEntries(here, loaded, name, ended)
  await compileEntries({ ...here, entries: server, name }, ended)
}

async function entries(): Promise<
  ReturnType<typeof entrypointsOf> & { name: string }
> {
  const manifest = JSON.parse(
    await readFile(join(ROOT, "package.json"), "utf8")
  ) as Manifest
  return { ...entrypointsOf(manifest), name: manifest.name }
}

/**
 * Loads by `import` and by `require`, which takes ES modules too since Node.js
 * 20.19.
 */
async function loadEntries(
  here: Where,
  paths: string[],
  name: string,
  ended: AbortSignal
): Promise<void> {
  const all = JSON.stringify(specifiers(name, paths))
  for (const [type, load] of [
    ["module", "await import(path)"],
    ["commonjs", "require(path)"],
  ]) {
    const script = `for (const path of ${all}) if (Object.keys(${load}).length === 0) throw new Error(path + " exports nothing")`
    await run(`node --input-type=${type} -e '${script}'`, here, ended)
  }
}

async function compileEntries(
  { entries, name, ...here }: Where & { entries: string[]; name: string },
  ended: AbortSignal
): Promise<void> {
  // Kept out of the project's own sources.
  const folder = join(here.cwd, ".cache/compiled")
  await mkdir(folder, { recursive: true })
  const lines = specifiers(name, entries).map(
    (specifier) => `void import("${specifier}")
`
  )
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
    await run(`"${tsc}" -p .cache/compiled`, here, ended)
  }
}

function specifiers(name: string, paths: string[]): string[] {
  return paths.map((path) => `${name}${path.slice(1)}`)
}

async function packagesIn(folder: string): Promise<string[]> {
  const modules = join(folder, "node_modules")
  const lock = await readFile(join(modules, ".package-lock.json"), "utf8")
  const { packages } = JSON.parse(lock) as { packages: Record<string, unknown> }
  return Object.keys(packages).map((path) =>
    path.replace(/^.*node_modules\//, "")
  )
}
