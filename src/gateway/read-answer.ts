import type { z } from "zod"
import {
  GatewayError,
  type FailedRequest,
  type GatewayErrorCode,
} from "./gateway-error"
import { describeIssues } from "./json"
import { scrub } from "./scrub"
import type { Answer } from "./transport"

/**
 * Response envelope. Both APIs share its shape, but report success and failure
 * differently.
 */
type Envelope = Record<string, unknown>

export type Dialect = {
  /** Whether the envelope of a 2xx reports success. */
  isSuccess(envelope: Envelope): boolean
  /** Whether the envelope is the gateway's own refusal at this HTTP status. */
  isRefusal(envelope: Envelope, status: number): boolean
}

type Reading<T> = {
  request: FailedRequest
  hasEffect: boolean
  isVerification: boolean
  dialect: Dialect
  /** Schema of the envelope's `data`. */
  schema: z.ZodType<T>
  /** Returns a problem of valid `data`, in the format of a schema issue. */
  problemOf?(data: NoInfer<T>): string | null
  /** Hidden in texts of the gateway. */
  secrets: readonly string[]
}

/**
 * Extracts the `data` of a response.
 *
 * @throws GatewayError if the gateway refused, failed, or violated the contract
 */
export function readAnswer<T>(answer: Answer, reading: Reading<T>): T {
  const { dialect, schema, problemOf } = reading
  const envelope =
    "value" in answer.body ? asEnvelope(answer.body.value) : undefined
  if (answer.status < 200 || answer.status > 299) {
    throw failure(answer, envelope, reading)
  }
  if ("error" in answer.body) {
    throw answer.body.error
  }
  if (envelope && dialect.isRefusal(envelope, answer.status)) {
    throw failure(answer, envelope, reading)
  }
  if (!envelope || !dialect.isSuccess(envelope)) {
    throw badAnswer("without the envelope of a success", answer, reading)
  }
  const data = schema.safeParse(envelope.data)
  if (!data.success) {
    const issues = describeIssues(data.error, ["data"])
    throw badAnswer(`that lacks required fields: ${issues}`, answer, reading)
  }
  const problem = problemOf?.(data.data)
  if (problem) {
    throw badAnswer(`that lacks required fields: ${problem}`, answer, reading)
  }
  return data.data
}

/** @returns the body if it is a JSON object */
function asEnvelope(value: unknown): Envelope | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Envelope)
    : undefined
}

function badAnswer(
  what: string,
  { status }: Answer,
  { request, hasEffect, secrets }: Reading<unknown>
): GatewayError {
  return new GatewayError(
    `was answered with a body ${scrub(what, secrets)} (HTTP ${status}).`,
    {
      code: "bad_answer",
      request,
      remedy:
        "Check that the base URL is the gateway's and that this version of the plugin supports its API.",
      status,
      ambiguous: hasEffect,
    }
  )
}

type Verdict = [code: GatewayErrorCode, what: string, remedy: string]

const UNAUTHORIZED: Verdict = [
  "unauthorized",
  "was not authorized",
  "Check the client id and the client secret.",
]

const REJECTED: Verdict = [
  "rejected",
  "was refused",
  "Correct the problem that the gateway names, or contact its support.",
]

const UNAVAILABLE: Verdict = [
  "unavailable",
  "failed at the gateway",
  "Contact its support if this persists.",
]

const REDIRECTED: Verdict = [
  "bad_answer",
  "was redirected",
  "Redirects are not followed: set the base URL to the API's own address.",
]

/**
 * A timeout, conflict or cut-off: the request may have been processed before.
 */
const UNCLEAR_STATUSES = [408, 409, 425, 499]

const UNCLEAR: Verdict = [
  "bad_answer",
  "got no clear answer",
  "Compare with the gateway's portal, or ask its support.",
]

const VERDICTS: Record<number, Verdict> = {
  401: UNAUTHORIZED,
  404: [
    "not_found",
    "was not found",
    "Check the base URL, and that the credentials are those of the account it belongs to.",
  ],
  422: ["invalid", "was rejected as invalid", "Correct the named fields."],
  429: [
    "rate_limited",
    "exceeded the gateway's rate limit",
    "Wait, then retry less often.",
  ],
}

function failure(
  answer: Answer,
  envelope: Envelope | undefined,
  reading: Reading<unknown>
): GatewayError {
  const { request, hasEffect, secrets } = reading
  const { status, retryAfterMs } = answer
  const [code, what, remedy] = verdictOn(status, envelope, reading)
  const message =
    typeof envelope?.message === "string"
      ? scrub(envelope.message, secrets)
      : ""
  const fields = readFieldErrors(envelope, secrets)
  const sentences = [
    message && `The gateway says: "${message}"`,
    fields && `Fields: ${Object.keys(fields).join(", ")}.`,
  ].filter(Boolean)
  return new GatewayError(
    [`${what} (HTTP ${status}).`, ...sentences].join(" "),
    {
      code,
      request,
      remedy,
      status,
      // After a 5xx or a redirect the request may have been processed; a clear
      // refusal is final.
      ambiguous: hasEffect && (code === "unavailable" || code === "bad_answer"),
      said: message,
      fields,
      retryAfterMs,
    }
  )
}

function verdictOn(
  status: number,
  envelope: Envelope | undefined,
  { dialect, isVerification }: Reading<unknown>
): Verdict {
  const isRefusal = envelope ? dialect.isRefusal(envelope, status) : false
  const known = VERDICTS[status]
  if (known) {
    return known
  }
  if (!isVerification && UNCLEAR_STATUSES.includes(status)) {
    return UNCLEAR
  }
  if (isRefusal || (status >= 400 && status < 500)) {
    // A verification can only be refused because of its credentials. The
    // contract does not show which status a hosted gateway uses.
    return isVerification && status < 500 ? UNAUTHORIZED : REJECTED
  }
  return status >= 500 ? UNAVAILABLE : REDIRECTED
}

const MAX_FIELDS = 50
const MAX_MESSAGES = 10

/**
 * Reads the error details per field of a refused request. The contract does not
 * show their place, so that `errors` is read next to and inside `data`. Each
 * field has one text or a list of texts.
 *
 * @returns texts by field, scrubbed and limited in number; undefined if there
 *   are none
 */
function readFieldErrors(
  envelope: Envelope | undefined,
  secrets: readonly string[]
): Record<string, string[]> | undefined {
  const errors =
    asEnvelope(envelope?.errors) ??
    asEnvelope(asEnvelope(envelope?.data)?.errors)
  const fields = Object.entries(errors ?? {})
    .slice(0, MAX_FIELDS)
    .map(([field, said]): [string, string[]] => [
      scrub(field, secrets),
      [said]
        .flat()
        .filter((text) => typeof text === "string")
        .slice(0, MAX_MESSAGES)
        .map((text) => scrub(text, secrets)),
    ])
    .filter(([, texts]) => texts.length > 0)
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}
