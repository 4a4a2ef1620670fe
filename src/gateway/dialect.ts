/**
 * Response envelope. Both APIs share its shape, but report success and failure
 * differently.
 */
export type Envelope = Record<string, unknown>

export type Dialect = {
  /** Whether the envelope of a 2xx reports success. */
  isSuccess(envelope: Envelope): boolean
  /** Whether the envelope is the gateway's own refusal at this HTTP status. */
  isRefusal(envelope: Envelope, status: number): boolean
}

/**
 * Statuses of a proxy, not of the application: the request may or may not have
 * been processed.
 */
const PROXY_STATUSES = [502, 503, 504]

/**
 * Merchant Checkout API: a failure may have any HTTP status, 200 and 500
 * included. Its body has a `status` other than "success" and a `message`
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
 * Business Order API: `status` is true on success. The HTTP status reports
 * failures (contract: What the service does, Errors). A 2xx with `status:
 * false` is a refusal as well.
 */
export const businessDialect: Dialect = {
  isSuccess: ({ status }) => status === true,
  isRefusal: (envelope, status) => envelope.status === false && status < 300,
}

/** @returns the body if it is a JSON object */
export function asEnvelope(value: unknown): Envelope | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Envelope)
    : undefined
}
