import type { MedusaRequest } from "@medusajs/framework/http"

/** No event of the contract is near this size. */
const MOST_BYTES = 64 * 1024

/** The bytes as they came, or why there are none. */
export type RawBody = Buffer | "too large" | "encoded" | "cut off"

/** Who sends more than this after having been told that it is too much is cut off. */
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
    req.resume()
    return "encoded"
  }
  return req.readableEnded ? Buffer.alloc(0) : await read(req)
}

async function read(req: MedusaRequest): Promise<RawBody> {
  return await new Promise((resolve) => {
    const pieces: Buffer[] = []
    let size = 0
    req
      .on("data", (piece: Buffer) => {
        size += piece.length
        if (size > MOST_BYTES) {
          // What still comes is thrown away, so that the answer is heard.
          pieces.length = 0
          resolve("too large")
          if (size > MOST_IGNORED_BYTES) {
            req.destroy()
          }
        } else {
          pieces.push(piece)
        }
      })
      .once("end", () => resolve(Buffer.concat(pieces, size)))
      .once("close", () => resolve("cut off"))
      .once("error", () => resolve("cut off"))
  })
}
