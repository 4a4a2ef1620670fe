import type { CallFault } from "../../src/sandbox"

export type Fault = Omit<CallFault, "api" | "endpoint">

export type Failure = {
  what: string
  fault: Fault
  /** Creations that the gateway saw. */
  sent: number
  status: number
  says: RegExp
}

/** A clear no: nothing exists at the gateway, and the row has failed. */
export const REFUSALS: Failure[] = [
  {
    what: "401 twice",
    fault: { kind: "status", status: 401, times: 2 },
    sent: 2,
    status: 500,
    says: /Check the client id and the client secret/,
  },
  {
    what: "422",
    fault: {
      kind: "status",
      status: 422,
      body: {
        status: "error",
        message: "Invalid data.",
        errors: { amount: ["Too small."] },
      },
    },
    sent: 1,
    status: 400,
    says: /Fields: amount\. Correct the fields named/,
  },
  {
    what: "429",
    fault: { kind: "status", status: 429, retryAfter: 1 },
    sent: 1,
    status: 500,
    says: /Wait, then try again/,
  },
]

/** Nobody can know what happened: the row stays `creating`. */
export const UNCLEAR: Failure[] = [
  {
    what: "500",
    fault: { kind: "status", status: 500, body: "<h1>Oops</h1>" },
    sent: 1,
    status: 500,
    says: /Try again later|base URL/,
  },
  {
    what: "503",
    fault: { kind: "status", status: 503 },
    sent: 1,
    status: 500,
    says: /Try again later/,
  },
  {
    what: "nothing: the connection is cut",
    fault: { kind: "reset" },
    sent: 1,
    status: 500,
    says: /may have been carried out: look before sending it again/,
  },
  {
    what: "half a body",
    fault: { kind: "half" },
    sent: 1,
    status: 500,
    says: /may have been carried out: look before sending it again/,
  },
  {
    what: "broken JSON",
    fault: { kind: "broken_json" },
    sent: 1,
    status: 500,
    says: /Check that the base URL is the gateway's/,
  },
]
