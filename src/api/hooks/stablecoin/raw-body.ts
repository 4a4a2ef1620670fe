import type { MedusaRequest } from "@medusajs/framework/http"

/** As large as the body parser's `64kb`. */
const MOST_BYTES = 64 * 1024

/**
 * The body's bytes as they came. The body parser keeps them for the content
 * types that it reads; what else a gateway may call its JSON is read here.
 *
 * @returns null when there are more than 64 KiB
 */
export async function rawBodyOf(req: MedusaRequest): Promise<Buffer | null> {
  if (Buffer.isBuffer(req.rawBody)) {
    return req.rawBody.length > MOST_BYTES ? null : req.rawBody
  }
  const pieces: Buffer[] = []
  let size = 0
  if (!req.readableEnded) {
    for await (const piece of req as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > MOST_BYTES) {
        return null
      }
      pieces.push(piece)
    }
  }
  return Buffer.concat(pieces)
}
