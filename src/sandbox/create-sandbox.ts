import { createRequire } from "node:module"
import type { SandboxOptions } from "./options"
import type { Sandbox } from "./sandbox"
import { SandboxError } from "./sandbox-error"

/** Optional peers, each with the major version that the sandbox supports. */
const PACKAGES = {
  "@hono/node-server": 1,
  hono: 4,
  "qrcode-generator": 2,
} as const

/**
 * Loads the optional packages on first use: the plugin does not install them in
 * a store.
 */
const load = createRequire(__filename)

/**
 * Starts a local gateway: two APIs and a control address, on free ports of this
 * machine by default. `close()` stops it and leaves nothing behind.
 *
 * @throws SandboxError if its packages are not installed, a port is taken, an
 *   option is unknown, or live credentials would be served to other machines
 */
export async function createSandbox(
  options: SandboxOptions = {}
): Promise<Sandbox> {
  assertPackages()
  const { startSandbox } = load(
    "./start-sandbox"
  ) as typeof import("./start-sandbox")
  return await startSandbox(options)
}

/** @throws SandboxError with the command that installs the missing packages */
function assertPackages(): void {
  const names = Object.keys(PACKAGES)
  const missing = names.filter((name) => !isInstalled(name))
  if (missing.length > 0) {
    const wanted = Object.entries(PACKAGES).map(
      ([name, major]) => `${name}@${major}`
    )
    throw new SandboxError(
      `The sandbox can't start: it needs ${missing.join(", ")}, which a store does not need. Run: npm install --save-dev ${wanted.join(" ")}`
    )
  }
}

function isInstalled(name: string): boolean {
  try {
    require.resolve(name)
    return true
  } catch {
    return false
  }
}
