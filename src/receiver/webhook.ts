import type { IncomingHttpHeaders } from "node:http"
import { z } from "zod"
import { railOfPath } from "../modules/stablecoin/webhooks/http/rail-of-path"

/** A webhook as the gateway sent it, and as it is sent to the store. */
export type Webhook = {
  /** Path and query. */
  path: string
  headers: Record<string, string>
  /** The raw bytes, which the signature covers. */
  body: Buffer
}

/** Where a path is not one of ours, anyone who writes the file chose it. */
const fileSchema = z.object({
  path: z.string().refine((path) => railOfPath(pathnameOf(path)) !== null),
  headers: z.record(z.string(), z.string()),
  body: z.base64(),
})

/** The headers of a request that are sent on: those of its content. */
export function forwardedHeaders(
  headers: IncomingHttpHeaders
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name === "content-type" || name.startsWith("x-")
        ? [[name, String(value)]]
        : []
    )
  )
}

/** The path of a request without its query. */
export function pathnameOf(path: string): string {
  return path.replace(/\?.*$/s, "")
}

/** The content of a webhook's file. */
export function toFile({ body, ...webhook }: Webhook): Buffer {
  const text = JSON.stringify({ ...webhook, body: body.toString("base64") })
  return Buffer.from(text)
}

/** @throws if the text is not a webhook */
export function fromFile(text: string): Webhook {
  try {
    const { body, ...webhook } = fileSchema.parse(JSON.parse(text))
    return { ...webhook, body: Buffer.from(body, "base64") }
  } catch {
    throw new Error("it is not a webhook")
  }
}
