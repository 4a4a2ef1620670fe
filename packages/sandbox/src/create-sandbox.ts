import { setMaxListeners } from "node:events"
import { apiServer } from "./api-server"
import { controlServer } from "./control/control-server"
import { Gateway } from "./gateway"
import { listen, type Listener } from "./http/listener"
import { RECORDED_APIS } from "./http/request-log"
import { assertLiveModeStaysHere } from "./live-mode"
import { resolveOptions, type SandboxOptions } from "./options"
import { Sandbox } from "./sandbox"
import { createState } from "./state"

/**
 * Starts a local gateway: two APIs, networks, prices and a control address, on free ports of this
 * machine by default. `close()` stops it and leaves nothing behind.
 *
 * @throws SandboxError if a port is taken, an option is unknown, or live
 *   credentials would be served to other machines
 */
export async function createSandbox(
  options: SandboxOptions = {}
): Promise<Sandbox> {
  const settings = resolveOptions(options)
  assertLiveModeStaysHere(settings)
  const gateway = new Gateway(settings, createState(settings))
  const closing = new AbortController()
  // Any number of delayed calls may wait on it.
  setMaxListeners(0, closing.signal)
  const listeners: Listener[] = []

  const stop = async () => {
    closing.abort()
    await Promise.all(listeners.map((listener) => listener.close()))
    await gateway.state.webhooks.close()
  }
  const sandbox = new Sandbox(gateway, stop)

  const { host, controlHost, ports } = settings
  const publicUrls: Record<string, string | undefined> = settings.publicUrls
  try {
    for (const name of [...RECORDED_APIS, "control"] as const) {
      const [app, at] =
        name === "control"
          ? [controlServer(sandbox, controlHost), controlHost]
          : [apiServer(name, gateway, closing.signal), host]
      const listener = await listen(app, at, ports[name])
      listeners.push(listener)
      const url = publicUrls[name] ?? listener.url
      gateway.urls[name] = url.replace(/\/+$/, "")
    }
  } catch (error) {
    await stop()
    throw error
  }
  return sandbox
}
