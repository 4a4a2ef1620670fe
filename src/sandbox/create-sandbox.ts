import { createRequire } from "node:module"
import type { SandboxOptions } from "./options"
import { assertPackages } from "./packages"
import type { Sandbox } from "./sandbox"

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
