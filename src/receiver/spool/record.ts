import { crc32 } from "node:zlib"
import { z } from "zod"
import { type Rail, RAILS } from "../../ledger"
import type { SignerScope } from "../../modules/stablecoin/webhooks/webhook-signers"
import { SpoolError } from "./spool-error"

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
export const MOST_BYTES = 128 * 1024

/**
 * Strict: a field of a later version may restrict a webhook's scope, and must
 * not be ignored.
 */
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

/** @throws SpoolError when it is too long to be read again */
export function encodeRecord(webhook: SpooledWebhook): Buffer {
  const payload = Buffer.from(
    JSON.stringify({ ...webhook, body: webhook.body.toString("base64") })
  )
  if (payload.length > MOST_BYTES) {
    throw new SpoolError(
      `A webhook of ${webhook.body.length} bytes is too long for the spool.`
    )
  }
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(payload.length, 0)
  header.writeUInt32LE(crc32(payload), 4)
  return Buffer.concat([header, payload])
}

/** A webhook of a file, or a number of bytes that are not a record. */
export type Decoded =
  | { webhook: SpooledWebhook; damaged?: undefined }
  | { webhook?: undefined; damaged: number }

/**
 * Reads a file's records one by one. Damage costs only the records that it hit.
 * A process or machine that dies while it writes leaves a torn end, which can't
 * be told from damage.
 */
export function* decodeRecords(file: Buffer): Generator<Decoded> {
  let end = 0
  for (const { offset, payload } of payloadsOf(file)) {
    const webhook = parse(payload)
    if (webhook) {
      if (end < offset) {
        yield { damaged: offset - end }
      }
      yield { webhook }
      end = offset + HEADER_BYTES + payload.length
    }
  }
  if (end < file.length) {
    yield { damaged: file.length - end }
  }
}

/** Counts a file's records by their checksums, without parsing them. */
export function countRecords(file: Buffer): number {
  return [...payloadsOf(file)].length
}

function* payloadsOf(
  file: Buffer
): Generator<{ offset: number; payload: Buffer }> {
  for (let offset = 0; offset + HEADER_BYTES <= file.length;) {
    const payload = payloadAt(file, offset)
    if (payload) {
      yield { offset, payload }
    }
    // After damage, the next record may begin at any byte.
    offset += payload ? HEADER_BYTES + payload.length : 1
  }
}

function payloadAt(file: Buffer, offset: number): Buffer | null {
  const length = file.readUInt32LE(offset)
  const start = offset + HEADER_BYTES
  // A length of 0 is valid by its checksum wherever a disk returns zeros.
  if (length === 0 || length > MOST_BYTES || file.length < start + length) {
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
