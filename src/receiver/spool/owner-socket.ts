import { access, constants } from "node:fs/promises"
import { connect, createServer, type Server } from "node:net"
import { join, relative } from "node:path"
import { codeOf, SpoolError } from "./spool-error"

/** The system connects to it only while its process exists, even if stopped. */
export const OWNER_SOCKET = "owner.sock"

/** A longer path would be cut off without an error. */
const MOST_PATH_BYTES = process.platform === "linux" ? 107 : 103

/** Shows that this process owns a folder, until the server is closed. */
export async function listenAsOwner(folder: string): Promise<Server> {
  const path = addressOf(folder)
  // Anything that connects has its answer by then.
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    // In a worker of a cluster, it is otherwise the primary that listens.
    server.listen({ path, exclusive: true }, () => {
      server.off("error", reject)
      resolve()
    })
  })
  server.on("error", () => undefined)
  return server.unref()
}

/**
 * Whether the process that owns a folder lives. It does unless the system says
 * otherwise: too many connections wait at a process that is stopped.
 *
 * @throws SpoolError when the folder belongs to another user
 */
export async function hasLivingOwner(folder: string): Promise<boolean> {
  const code = await connectionError(addressOf(folder))
  if (code === "EACCES") {
    await assertAccess(folder)
  }
  return code !== "ECONNREFUSED" && code !== "ENOENT"
}

async function connectionError(path: string): Promise<string | undefined> {
  return await new Promise((resolve) => {
    const socket = connect({ path })
    socket.once("connect", () => {
      socket.destroy()
      resolve(undefined)
    })
    socket.on("error", (error) => resolve(codeOf(error)))
  })
}

async function assertAccess(folder: string): Promise<void> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new SpoolError(
      `The folder ${folder} of an earlier receiver can't be read. Run the receiver as the user that owns it.`,
      { cause }
    )
  }
}

/** The shorter form of the socket's path, which has to be short. */
function addressOf(folder: string): string {
  const path = join(folder, OWNER_SOCKET)
  if (isShort(path)) {
    return path
  }
  const fromHere = relative(process.cwd(), path)
  if (isShort(fromHere)) {
    return fromHere
  }
  throw new SpoolError(
    `The path ${path} is too long for a socket: it has ${Buffer.byteLength(path)} bytes, of at most ${MOST_PATH_BYTES}. Choose a shorter --spool.`
  )
}

function isShort(path: string): boolean {
  return Buffer.byteLength(path) <= MOST_PATH_BYTES
}
