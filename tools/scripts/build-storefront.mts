/**
 * Builds the package for storefronts, which has no dependencies: a storefront
 * may use another version of Medusa's libraries than the store, or none.
 */
import { execFileSync } from "node:child_process"
import { copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { PACKAGES, ROOT } from "./pack.mts"

const out = PACKAGES.storefront
const source = join(ROOT, "src/storefront")

await rm(out, { recursive: true, force: true })
execFileSync(
  process.execPath,
  [
    createRequire(import.meta.url).resolve("typescript/bin/tsc"),
    "-p",
    join(source, "tsconfig.build.json"),
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

await writeFile(
  join(out, "package.json"),
  `${JSON.stringify(await manifest(), null, 2)}\n`
)
await copyFile(join(source, "README.md"), join(out, "README.md"))
await copyFile(join(ROOT, "LICENSE"), join(out, "LICENSE"))

/** Its fields, some of which are the plugin's, such as the version. */
async function manifest(): Promise<object> {
  const plugin = JSON.parse(
    await readFile(join(ROOT, "package.json"), "utf8")
  ) as Record<string, unknown> & { peerDependencies: { react: string } }
  const types = "./storefront/react/index.d.ts"
  return {
    name: `${String(plugin.name)}-storefront`,
    version: plugin.version,
    description:
      "Checkout with USDT and USDC for storefronts of Medusa v2 stores with the plugin medusa-payment-stablecoin: a typed client and a React component.",
    license: plugin.license,
    repository: plugin.repository,
    homepage: plugin.homepage,
    bugs: plugin.bugs,
    keywords: ["medusa", "medusa-v2", "storefront", "usdt", "usdc"],
    type: "module",
    sideEffects: false,
    main: "./storefront/index.js",
    types: "./storefront/index.d.ts",
    exports: {
      ".": {
        types: "./storefront/index.d.ts",
        default: "./storefront/index.js",
      },
      "./react": { types, default: "./storefront/react/index.js" },
      "./package.json": "./package.json",
    },
    typesVersions: { "*": { react: [types] } },
    files: ["storefront", "http-types"],
    publishConfig: plugin.publishConfig,
    peerDependencies: { react: plugin.peerDependencies.react },
    peerDependenciesMeta: { react: { optional: true } },
  }
}
