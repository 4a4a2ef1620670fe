/**
 * Reads the body of a response, and stops once it is larger than a size.
 *
 * @returns more than `most` bytes if there are more
 */
export async function beginningOf(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(piece)
    size += piece.length
    if (size > most) {
      break
    }
  }
  return Buffer.concat(pieces)
}
