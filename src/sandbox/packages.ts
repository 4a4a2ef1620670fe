import { SandboxError } from "./sandbox-error"

/** Optional peers, each with the major version that the sandbox supports. */
const PACKAGES = {
  "@hono/node-server": 1,
  hono: 4,
  "qrcode-generator": 2,
} as const

/** @throws SandboxError with the command that installs the missing packages */
export function assertPackages(): void {
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
