import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"

/**
 * A port to listen on, even if some seconds from now. It is outside the range
 * that the system assigns to connections meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    if (await isFree(port)) {
      return port
    }
  }
}

/** Whether a port is free on every address, any of which "localhost" may be. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port)
  const free = await once(server, "listening").then(
    () => true,
    () => false
  )
  if (free) {
    server.close()
    await once(server, "close")
  }
  return free
}
