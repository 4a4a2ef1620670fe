/** The two APIs wrap their answers alike, and say yes and no each in its own way. */
export type Envelope = Record<string, unknown>

export type Dialect = {
  /** Whether the envelope of a 2xx says that the call succeeded. */
  isSuccess(envelope: Envelope): boolean
  /** Whether the envelope is the gateway's own clear no at this HTTP status. */
  isRefusal(envelope: Envelope, status: number): boolean
}

/** A proxy's words, not the application's: behind them anything may have happened. */
const PROXY_STATUSES = [502, 503, 504]

/**
 * Merchant Checkout API: a failure may come with any HTTP status, 200 and 500
 * included; its body has a `status` other than "success" and a `message`
 * (contract: Endpoints, Errors).
 */
export const merchantDialect: Dialect = {
  isSuccess: ({ status }) => status === "success",
  isRefusal: (envelope, status) =>
    ["string", "boolean"].includes(typeof envelope.status) &&
    envelope.status !== "success" &&
    typeof envelope.message === "string" &&
    !PROXY_STATUSES.includes(status),
}

/**
 * Business Order API: `status` is true on success; failures are told by the
 * HTTP status (contract: What the service does, Errors). A 2xx that says
 * false is a no as well.
 */
export const businessDialect: Dialect = {
  isSuccess: ({ status }) => status === true,
  isRefusal: (envelope, status) => envelope.status === false && status < 300,
}

/** @returns the JSON object that the body is, if it is one */
export function asEnvelope(value: unknown): Envelope | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Envelope)
    : undefined
}
