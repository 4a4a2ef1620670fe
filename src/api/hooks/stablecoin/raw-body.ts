import type { MedusaRequest } from "@medusajs/framework/http"

/** No event of the contract is near this size. */
const MOST_BYTES = 64 * 1024

/** The bytes as they came, or why there are none. */
export type RawBody = Buffer | "too large" | "encoded" | "taken" | "cut off"

/** Whoever goes on after having been told no is cut off when so much more has come. */
const MOST_IGNORED_BYTES = 1024 * 1024

/**
 * The body's bytes as they came: the signature is over them. Medusa parses no
 * body of ours; where it did all the same, it has kept them.
 */
export async function rawBodyOf(req: MedusaRequest): Promise<RawBody> {
  if (Buffer.isBuffer(req.rawBody)) {
    return req.rawBody.length > MOST_BYTES ? "too large" : req.rawBody
  }
  const encoding = req.get("content-encoding") ?? "identity"
  if (encoding.toLowerCase() !== "identity") {
    ignore(req)
    return "encoded"
  }
  // A middleware of the store was there first: nobody can tell what was signed.
  return req.readableDidRead ? "taken" : await read(req)
}

async function read(req: MedusaRequest): Promise<RawBody> {
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

/** Throws away what still comes: an answer is heard by who has been heard out. */
function ignore(req: MedusaRequest): void {
  let size = 0
  req.on("data", (piece: Buffer) => {
    size += piece.length
    if (size > MOST_IGNORED_BYTES) {
      req.destroy()
    }
  })
}
