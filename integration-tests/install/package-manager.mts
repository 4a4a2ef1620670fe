import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Shell } from "./shell.mts"

/** A package manager with which a merchant installs the package. */
export type PackageManager = {
  name: "npm" | "pnpm"
  /** Installs what the manifests list. */
  install: string
  /** Adds packages to the project of the folder. */
  add(packages: string): string
  /** Fails if the lock of the folder does not fit its manifest. */
  verifyLock(project: Shell): Promise<void>
  /** The packages that are installed with a lock in this folder. */
  installed(root: string): Promise<string[]>
}

/** Skips the registry requests whose results are not used here. */
const NPM = "npm install --no-audit --no-fund --prefer-offline"

/**
 * An optional package of another platform that the registry lacks, as mirrors
 * do. npm writes a lock without its version, and rejects it.
 */
const ABSENT = /^Missing: \S+@ from lock file$/

const npm: PackageManager = {
  name: "npm",
  install: NPM,
  add: (packages) => `${NPM} ${packages}`,
  verifyLock: async (project) => {
    const line = "npm ci --dry-run --no-audit --prefer-offline"
    const { code, output } = await project.finish(line)
    const missing = output.match(/Missing: .*/g) ?? []
    const isComplete = missing.every((each) => ABSENT.test(each))
    if (code !== 0 && !(missing.length > 0 && isComplete)) {
      throw new Error(`${line} exits with ${code}:\n${output}`)
    }
  },
  installed: async (root) => {
    const lock = await readFile(
      join(root, "node_modules/.package-lock.json"),
      "utf8"
    )
    const { packages } = JSON.parse(lock) as { packages: object }
    return Object.keys(packages).map((path) =>
      path.replace(/^.*node_modules\//, "")
    )
  },
}

/** The major version that Medusa's starters name. */
const PNPM = "npx --yes pnpm@10.34.9"

const pnpm: PackageManager = {
  name: "pnpm",
  // In CI it would refuse to write a lock.
  install: `${PNPM} install --prefer-offline --no-frozen-lockfile`,
  add: (packages) => `${PNPM} add --prefer-offline ${packages}`,
  verifyLock: async (project) => {
    await project.run(`${PNPM} install --frozen-lockfile --offline`)
  },
  installed: async (root) => {
    const lock = await readFile(join(root, "pnpm-lock.yaml"), "utf8")
    const [, packages = ""] = /^packages:\n([\s\S]*?)^\S/m.exec(lock) ?? []
    return [...packages.matchAll(/^ {2}'?(@?[^@'\s]+)@\S.*:$/gm)].map(
      ([, name = ""]) => name
    )
  },
}

export const PACKAGE_MANAGERS = { npm, pnpm }
