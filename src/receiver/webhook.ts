import { randomUUID } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { z } from "zod"
import { railOfPath } from "../modules/stablecoin/webhooks/http/rail-of-path"

/** A webhook as the gateway sent it, and as it is sent to the store. */
export type Webhook = {
  /** When the receiver got it, in ISO 8601. */
  received_at: string
  /** Path and query. */
  path: string
  headers: Record<string, string>
  /** The raw bytes, which the signature covers. */
  body: Buffer
}

/**
 * Format of a kept webhook. It is in the files' names, so that an older version
 * leaves the files of a newer one alone.
 */
const VERSION = 1

const NAME = /\.v(\d+)\.(webhook|jsonl)$/

/** Where a path is not one of ours, anyone who writes the file chose it. */
const lineSchema = z.object({
  received_at: z.iso.datetime(),
  path: z.string().refine((path) => railOfPath(pathnameOf(path)) !== null),
  headers: z.record(z.string(), z.string()),
  body: z.base64(),
})

/** Headers of one connection, and those that the next request sets itself. */
const OF_CONNECTION = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
])

/** The headers of a request that are sent on. */
export function forwardedHeaders(
  headers: IncomingHttpHeaders
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || OF_CONNECTION.has(name)
        ? []
        : [[name, Array.isArray(value) ? value.join(", ") : value]]
    )
  )
}

/** The path of a request without its query. */
export function pathnameOf(path: string): string {
  return path.replace(/\?.*$/s, "")
}

/** Writes a webhook as one line of JSON. */
export function toLine({ body, ...webhook }: Webhook): string {
  return JSON.stringify({ ...webhook, body: body.toString("base64") })
}

/** @returns null if the line is not a webhook */
export function fromLine(line: string): Webhook | null {
  try {
    const { body, ...webhook } = lineSchema.parse(JSON.parse(line))
    return { ...webhook, body: Buffer.from(body, "base64") }
  } catch {
    return null
  }
}

/** A unique name of a file for one webhook. Names sort by time. */
export function newFileName(now: number): string {
  return `${String(now).padStart(14, "0")}-${randomUUID()}.v${VERSION}.webhook`
}

/** A name of this process's file of handed over webhooks, for some time. */
export function logName(period: string, owner: string): string {
  return `${period}.${owner}.v${VERSION}.jsonl`
}

/** The kind of a file by its name; null if the receiver did not write it. */
export function fileKind(
  name: string
): { kind: "webhook" | "jsonl"; isReadable: boolean } | null {
  const [, version, kind] = NAME.exec(name) ?? []
  return kind === "webhook" || kind === "jsonl"
    ? { kind, isReadable: Number(version) === VERSION }
    : null
}
