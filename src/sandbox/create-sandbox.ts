import { createRequire } from "node:module"
import type { SandboxOptions } from "./options"
import { assertPackages } from "./packages"
import type { Sandbox } from "./sandbox"

/** Loads what needs the packages once it is asked for: no store has them for the plugin's sake. */
const load = createRequire(__filename)

/**
 * Starts a gateway of one's own: two APIs and a control address, on free ports
 * of this machine unless told otherwise. `close()` ends it without a trace.
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
