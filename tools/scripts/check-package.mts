/**
 * Checks each package as it would be published: their contents, the links of
 * their pages, and whether Node.js, bundlers and TypeScript resolve their
 * `exports`.
 *
 *   npm run check:package     after a build
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { contentsOf, RULES } from "./contents.ts"
import { brokenLinks } from "./links.ts"
import {
  entrypointsOf,
  type Manifest,
  missingFields,
  otherVersion,
} from "./entrypoints.ts"
import { pack, PACKAGES, readManifest, ROOT, type Packed } from "./pack.mts"

type Name = keyof typeof PACKAGES

/** Rules of attw that one of the packages breaks on purpose. */
const IGNORED: Record<Name, string[]> = {
  // Medusa's loader reads the `default` of a module and a provider, as its
  // build writes it. Nothing else imports it.
  plugin: ["cjs-only-exports-default"],
  // Storefronts are built by bundlers, which only take ES modules. `require` of
  // one works from Node.js 20.19 on, the oldest supported version.
  storefront: ["cjs-resolves-to-esm"],
  sandbox: [],
}

const folder = mkdtempSync(join(tmpdir(), "medusa-stablecoin-package-"))
try {
  const names = Object.keys(PACKAGES) as Name[]
  const problems = (await Promise.all(names.map(check))).flat()
  problems.forEach((problem) => console.error(problem))
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function check(name: Name): Promise<string[]> {
  const manifest = await readManifest(name)
  const packed = await pack(folder, name)
  return [
    ...missingFields(manifest),
    ...otherVersion(manifest, await readManifest("plugin")),
    ...checkContents(name, manifest, packed),
    ...brokenLinks(packed.files, (path) =>
      readFileSync(join(PACKAGES[name], path), "utf8")
    ),
    ...(await checkExports(manifest, packed)),
    ...checkTypes(name, manifest, packed),
  ]
}

function checkContents(
  name: Name,
  manifest: Manifest,
  { files, size }: Packed
): string[] {
  const sources =
    name === "plugin" ? readdirSync(join(ROOT, "src"), { recursive: true }) : []
  const { counts, problems } = contentsOf(
    files,
    sources.map((path) => `src/${String(path)}`),
    RULES[name]
  )
  const folders = Object.entries(counts).map(([at, n]) => `${at} ${n}`)
  console.log(
    `${manifest.name}: ${files.length} files, ${Math.round(size / 1024)} KB: ${folders.join(", ")}`
  )
  return problems
}

/**
 * Checks with publint that each path of `exports` exists, in its declared
 * format.
 */
async function checkExports(
  manifest: Manifest,
  { tarball }: Packed
): Promise<string[]> {
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
function checkTypes(
  name: Name,
  manifest: Manifest,
  { tarball }: Packed
): string[] {
  const { status, stdout, stderr } = spawnSync(
    join(ROOT, "node_modules/.bin/attw"),
    [
      tarball,
      "--no-definitely-typed",
      "--no-color",
      "--no-emoji",
      ...["--format", "ascii"],
      ...["--entrypoints", ...entrypointsOf(manifest)],
      ...IGNORED[name].flatMap((rule) => ["--ignore-rules", rule]),
    ],
    { encoding: "utf8" }
  )
  return status === 0 ? [] : [`attw:\n${stdout}${stderr}`]
}
