import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer, type Server } from "node:net"

/**
 * A port to listen on, even if some seconds from now. It is outside the range
 * that the system assigns to connections meanwhile, and no other call on this
 * machine returns it while this process runs.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 2 * randomInt(5_000, 15_000)
    // Listening on the next port reserves this one until the process ends.
    const reservation = await listen(port + 1)
    if (reservation && (await isFree(port))) {
      reservation.unref()
      return port
    }
    reservation?.close()
  }
}

/** Whether a port is free on every address, any of which "localhost" may be. */
export async function isFree(port: number): Promise<boolean> {
  const server = await listen(port)
  if (server) {
    server.close()
    await once(server, "close")
  }
  return server !== null
}

async function listen(port: number): Promise<Server | null> {
  const server = createServer().listen(port)
  return await once(server, "listening").then(
    () => server,
    () => null
  )
}
