import { readdirSync, readFileSync } from "node:fs"
import { build, stop } from "esbuild"

/** Everything that a store or a command may load. */
const PLUGIN = readdirSync("src", { recursive: true })
  .map((path) => `src/${String(path)}`)
  .filter((path) => /(?<!\.d)\.tsx?$/.test(path) && !path.includes("__tests__"))

/** The packages that these files import, directly and through others. */
async function packagesOf(entries: readonly string[]): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: process.cwd(),
    // One entry: a bundle for each file would take ten seconds.
    stdin: {
      contents: entries.map((file) => `import "./${file}"`).join("\n"),
      resolveDir: process.cwd(),
    },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "error",
  })
  const imports = Object.values(metafile.inputs).flatMap((file) => file.imports)
  const names = imports
    .filter(({ path, external }) => external && !/^(node:|\.)/.test(path))
    .map(({ path }) => path.split("/", path.startsWith("@") ? 2 : 1).join("/"))
  return [...new Set(names)].sort()
}

afterAll(stop)

it.each([
  ["the plugin", ".", PLUGIN],
  [
    "the sandbox",
    "packages/sandbox",
    ["packages/sandbox/src/index.ts", "packages/sandbox/src/cli/index.ts"],
  ],
  [
    "the package for storefronts",
    "packages/storefront",
    ["packages/storefront/src/index.ts", "packages/storefront/src/react"],
  ],
])(
  "%s imports what its manifest names, and no other package",
  async (_, folder, entries) => {
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(
      readFileSync(`${folder}/package.json`, "utf8")
    ) as Record<string, Record<string, string> | undefined>
    const named = [dependencies, peerDependencies].flatMap(Object.keys)
    const imported = await packagesOf(entries)
    expect(imported.length).toBeGreaterThan(0)
    expect(imported.filter((name) => !named.includes(name))).toEqual([])
  },
  60_000
)
