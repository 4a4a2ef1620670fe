import { check, type Finding } from "../check"

const RECENT_MS = 60 * 60_000

/** Checks the payment streams of this process, which has its own limits. */
export const streams = check(
  "streams",
  async ({ stablecoin }): Promise<Finding<"streams">> => {
    const {
      open,
      refused,
      last_refused_at: at,
    } = stablecoin.paymentStream.counts
    if (at && Date.parse(at) > Date.now() - RECENT_MS) {
      return {
        status: "warning",
        code: "refused",
        params: { open, refused, at },
        message: `This process refused ${refused} payment streams, the last one at ${at}; ${open} are open. The storefronts poll instead.`,
        remedy:
          "Check the access log for one address that opens many, and that the proxy passes the client's address on (docs/scaling.md).",
      }
    }
    return {
      status: "ok",
      code: "open",
      params: { open },
      message: `Open connections of buyers' pages: ${open}.`,
    }
  }
)
