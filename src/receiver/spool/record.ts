import { crc32 } from "node:zlib"
import { z } from "zod"
import { type Rail, RAILS } from "../../ledger"
import type { SignerScope } from "../../modules/stablecoin/webhooks/webhook-signers"

/** A verified webhook that waits in the spool for the database. */
export type SpooledWebhook = {
  rail: Rail
  /** The raw bytes, which were signed. */
  body: Buffer
  signed_for: readonly SignerScope[]
  /** ISO 8601 */
  received_at: string
}

/** Length and checksum of the payload, each a 32-bit unsigned little-endian. */
const HEADER_BYTES = 8

/** Above any webhook that is accepted, in base64: a longer length is damage. */
const MOST_BYTES = 128 * 1024

const payloadSchema = z.strictObject({
  rail: z.enum(RAILS),
  body: z.base64(),
  signed_for: z.array(
    z.strictObject({
      account: z.string().nullable(),
      created_before: z.string().nullable(),
    })
  ),
  received_at: z.iso.datetime(),
})

export function encodeRecord(webhook: SpooledWebhook): Buffer {
  const payload = Buffer.from(
    JSON.stringify({ ...webhook, body: webhook.body.toString("base64") })
  )
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(payload.length, 0)
  header.writeUInt32LE(crc32(payload), 4)
  return Buffer.concat([header, payload])
}

/** The records of a file. */
export type DecodedRecords = {
  webhooks: SpooledWebhook[]
  /** Where the last record ends. The rest is torn, and may be cut off. */
  end: number
  /** Bytes before it that are no record: the disk has changed them. */
  damaged: number
}

/**
 * Reads all records. A process that dies while it writes leaves a torn end,
 * whose webhook was never answered. Damage before it costs only the records
 * that it hit.
 */
export function decodeRecords(file: Buffer): DecodedRecords {
  const found: DecodedRecords = { webhooks: [], end: 0, damaged: 0 }
  for (let offset = 0; offset + HEADER_BYTES <= file.length;) {
    const payload = payloadAt(file, offset)
    const webhook = payload && parse(payload)
    if (webhook) {
      found.webhooks.push(webhook)
      found.damaged += offset - found.end
      offset += HEADER_BYTES + payload.length
      found.end = offset
    } else {
      offset += 1
    }
  }
  return found
}

function payloadAt(file: Buffer, offset: number): Buffer | null {
  if (file.length < offset + HEADER_BYTES) {
    return null
  }
  const length = file.readUInt32LE(offset)
  const start = offset + HEADER_BYTES
  if (length > MOST_BYTES || file.length < start + length) {
    return null
  }
  const payload = file.subarray(start, start + length)
  return crc32(payload) === file.readUInt32LE(offset + 4) ? payload : null
}

function parse(payload: Buffer): SpooledWebhook | null {
  try {
    const { body, ...webhook } = payloadSchema.parse(
      JSON.parse(payload.toString("utf8"))
    )
    return { ...webhook, body: Buffer.from(body, "base64") }
  } catch {
    return null
  }
}
