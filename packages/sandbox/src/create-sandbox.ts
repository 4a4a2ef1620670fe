import { setMaxListeners } from "node:events"
import { apiServer } from "./api-server"
import { controlServer } from "./control/control-server"
import { Gateway } from "./gateway"
import { listen, type Listener } from "./http/listener"
import { assertLiveModeStaysHere } from "./live-mode"
import { resolveOptions, type SandboxOptions } from "./options"
import { rpcServer } from "./rpc/rpc-server"
import { Sandbox } from "./sandbox"
import { createState } from "./state"

/**
 * Starts a local gateway: two APIs and a control address, on free ports of this
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

  const { host, controlHost, ports, publicUrls } = settings
  try {
    for (const api of ["merchant", "business"] as const) {
      const app = apiServer(api, gateway, closing.signal)
      const listener = await listen(app, host, ports[api])
      listeners.push(listener)
      const url = publicUrls[api] ?? listener.url
      gateway.urls[api] = url.replace(/\/+$/, "")
    }
    const control = controlServer(sandbox, controlHost)
    const listener = await listen(control, controlHost, ports.control)
    listeners.push(listener)
    gateway.urls.control = listener.url
    const rpc = await listen(
      rpcServer(gateway, closing.signal),
      host,
      ports.rpc
    )
    listeners.push(rpc)
    gateway.urls.rpc = rpc.url
  } catch (error) {
    await stop()
    throw error
  }
  return sandbox
}
