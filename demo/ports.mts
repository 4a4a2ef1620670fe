import { createServer } from "node:net"
import { freePort } from "../harness/postgres/postgres.mts"

/** Returns the port if it is free on this machine, or else any free one. */
export async function portOr(preferred: number): Promise<number> {
  const free = await new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    // Checks every address, because "localhost" may resolve to any of them.
    server.listen(preferred, () => server.close(() => resolve(true)))
  })
  return free ? preferred : await freePort()
}
