/**
 * Checks the package as it would be published: its contents, the links of its
 * pages, and whether Node.js, bundlers and TypeScript resolve its `exports`.
 *
 *   npm run check:package     after a build
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { contentsOf } from "./contents.ts"
import { brokenLinks } from "./links.ts"
import { entrypointsOf, type Manifest } from "./entrypoints.ts"
import { pack, ROOT, type Packed } from "./pack.mts"

const manifest = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8")
) as Manifest

const folder = mkdtempSync(join(tmpdir(), "medusa-stablecoin-package-"))
try {
  const packed = await pack(folder)
  const problems = [
    ...checkContents(packed),
    ...brokenLinks(packed.files, (path) =>
      readFileSync(join(ROOT, path), "utf8")
    ),
    ...(await checkExports(packed)),
    ...checkTypes(packed),
  ]
  problems.forEach((problem) => console.error(problem))
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function checkContents({ files, size }: Packed): string[] {
  const sources = readdirSync(join(ROOT, "src"), { recursive: true })
  const { counts, problems } = contentsOf(
    files,
    sources.map((path) => `src/${String(path)}`)
  )
  const folders = Object.entries(counts).map(([name, n]) => `${name} ${n}`)
  console.log(
    `Package: ${files.length} files, ${Math.round(size / 1024)} KB: ${folders.join(", ")}`
  )
  return problems
}

/**
 * Checks with publint that each path of `exports` exists, in its declared
 * format.
 */
async function checkExports({ tarball }: Packed): Promise<string[]> {
  const { buffer, byteOffset, byteLength } = readFileSync(tarball)
  const { messages } = await publint({
    strict: true,
    pack: {
      tarball: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer,
    },
  })
  return messages.map(
    (message) =>
      `publint: ${formatMessage(message, manifest, { color: false })}`
  )
}

/**
 * Checks with attw that TypeScript finds types that match what Node.js loads,
 * with every module resolution setting.
 */
function checkTypes({ tarball }: Packed): string[] {
  const { storefront, server } = entrypointsOf(manifest)
  return [
    ...attw(tarball, server, [
      // Medusa's loader reads the `default` of a module and a provider, as its
      // build writes it. Nothing else imports it.
      "cjs-only-exports-default",
    ]),
    ...attw(tarball, storefront, [
      // Storefronts are built by bundlers, which only take ES modules.
      // `require` of one works from Node.js 20.19 on, the oldest supported
      // version.
      "cjs-resolves-to-esm",
    ]),
  ]
}

function attw(
  tarball: string,
  entrypoints: string[],
  ignored: string[]
): string[] {
  if (entrypoints.length === 0) {
    return []
  }
  const { status, stdout, stderr } = spawnSync(
    join(ROOT, "node_modules/.bin/attw"),
    [
      tarball,
      "--no-definitely-typed",
      "--no-color",
      "--no-emoji",
      ...["--format", "ascii"],
      ...["--entrypoints", ...entrypoints],
      ...["--ignore-rules", ...ignored],
    ],
    { encoding: "utf8" }
  )
  return status === 0 ? [] : [`attw:\n${stdout}${stderr}`]
}
