import type { IncomingMessage } from "node:http"

/** Far above the size of any event in the contract. */
const MOST_BYTES = 64 * 1024

/** The raw bytes as received, or why they can't be read. */
export type RawBody = Buffer | "too large" | "encoded" | "taken" | "cut off"

/**
 * Closes the connection of a sender that goes on after a rejection, once this
 * much more has arrived.
 */
const MOST_IGNORED_BYTES = 1024 * 1024

/** A request of Node.js or Express. */
export type WebhookRequest = IncomingMessage & {
  /** The bytes, where Medusa has parsed the body. */
  rawBody?: unknown
}

/**
 * Reads the raw bytes of the body, which the signature covers. Medusa does not
 * parse our bodies. Where it did anyway, it has kept the bytes.
 */
export async function rawBodyOf(req: WebhookRequest): Promise<RawBody> {
  if (Buffer.isBuffer(req.rawBody)) {
    return req.rawBody.length > MOST_BYTES ? "too large" : req.rawBody
  }
  const encoding = req.headers["content-encoding"] ?? "identity"
  if (encoding.toLowerCase() !== "identity") {
    ignore(req)
    return "encoded"
  }
  // A middleware of the store has read the body: the signed bytes are lost.
  return req.readableDidRead ? "taken" : await read(req)
}

async function read(req: WebhookRequest): Promise<RawBody> {
  return await new Promise((resolve) => {
    const pieces: Buffer[] = []
    let size = 0
    const keep = (piece: Buffer): void => {
      size += piece.length
      pieces.push(piece)
      if (size > MOST_BYTES) {
        pieces.length = 0
        req.off("data", keep)
        ignore(req)
        resolve("too large")
      }
    }
    req
      .on("data", keep)
      .once("end", () => resolve(Buffer.concat(pieces, size)))
      .once("close", () => resolve("cut off"))
      .once("error", () => resolve("cut off"))
  })
}

/**
 * Discards the rest of the body: a client reads the response only after it has
 * sent everything.
 */
function ignore(req: WebhookRequest): void {
  let size = 0
  req.on("data", (piece: Buffer) => {
    size += piece.length
    if (size > MOST_IGNORED_BYTES) {
      req.destroy()
    }
  })
}
