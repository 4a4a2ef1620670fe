import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { build, type Metafile, stop } from "esbuild"

const ROOT = join(__dirname, "../../..")

/**
 * Packages that only the sandbox uses: stores need not install or audit them.
 */
const OPTIONAL = ["@hono/node-server", "hono", "qrcode-generator"]

/** Loaded only when a sandbox starts. */
const SANDBOX = "src/sandbox/start-sandbox.ts"

const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8")
) as Record<
  "dependencies" | "peerDependencies" | "peerDependenciesMeta",
  Record<string, unknown>
>

let inputs: Metafile["inputs"] = {}

beforeAll(async () => {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    // One entry: a bundle for each file would take ten seconds.
    stdin: {
      contents: [...sources(), SANDBOX]
        .map((file) => `import "./${file}"`)
        .join("\n"),
      resolveDir: ROOT,
    },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "error",
  })
  inputs = metafile.inputs
}, 60_000)
afterAll(stop)

/**
 * Everything that a store, a storefront or a command may load, and the
 * sandbox's own entry.
 */
function sources(): string[] {
  return readdirSync(join(ROOT, "src"), { recursive: true })
    .map((path) => `src/${String(path)}`)
    .filter((path) => /\.m?tsx?$/.test(path) && !path.includes("__tests__"))
    .filter(
      (path) =>
        !path.startsWith("src/sandbox/") || path === "src/sandbox/index.ts"
    )
}

/** The packages loaded by these files, each with the file that imports it. */
function packagesOf(from: string[]): Map<string, string> {
  const found = new Map<string, string>()
  const seen = new Set<string>()
  const queue = [...from]
  for (let file = queue.pop(); file; file = queue.pop()) {
    if (seen.has(file)) {
      continue
    }
    seen.add(file)
    for (const { path, external } of inputs[file]?.imports ?? []) {
      if (external) {
        found.set(path.split("/", path.startsWith("@") ? 2 : 1).join("/"), file)
      } else {
        queue.push(path)
      }
    }
  }
  return found
}

it("stores, storefronts and other commands load none of the sandbox's packages", () => {
  const loaded = packagesOf(sources())
  expect(loaded.get("undici")).toBeDefined()
  expect(OPTIONAL.flatMap((name) => loaded.get(name) ?? [])).toEqual([])
})

it("the sandbox needs no other packages than these and the installed ones", () => {
  const loaded = [...packagesOf([SANDBOX]).keys()].filter(
    (name) => !name.startsWith("node:") && !(name in dependencies)
  )
  expect(loaded.sort()).toEqual(OPTIONAL)
  for (const name of OPTIONAL) {
    expect(peerDependencies).toHaveProperty([name])
    expect(peerDependenciesMeta[name]).toEqual({ optional: true })
  }
})
