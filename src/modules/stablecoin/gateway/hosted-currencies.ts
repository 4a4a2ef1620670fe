import { setTimeout as wait } from "node:timers/promises"
import { describeCurrencies, GatewayError } from "../../../gateway"
import type { AdminCurrenciesResponse } from "../../../http-types"
import type { GatewayClients } from "./gateway-clients"
import type { Settings } from "../settings/settings"

type HostedCurrencies = Pick<
  AdminCurrenciesResponse["currencies"],
  "hosted" | "hosted_problem"
>

/** The admin page waits for the response. */
const LASTS_MS = 9_000

/** Currencies that the hosted checkout lists now, or why they are unknown. */
export async function hostedCurrencies(
  { hosted }: Settings,
  gateway: GatewayClients
): Promise<HostedCurrencies> {
  if (!hosted.ok) {
    return unknown(hosted.problems.join(" "))
  }
  const tooLate = new AbortController()
  try {
    const listing = gateway.hosted(hosted.value).listCurrencies()
    // Or a rejection after the timeout would be unhandled.
    listing.catch(() => undefined)
    const listed = await Promise.race([
      listing,
      wait(LASTS_MS, "late" as const, { signal: tooLate.signal }),
    ])
    if (listed === "late") {
      return unknown(
        `The gateway did not list its currencies within ${LASTS_MS / 1000} seconds: try again later.`
      )
    }
    return listed
      ? { hosted: describeCurrencies(listed), hosted_problem: null }
      : unknown("This gateway does not list its currencies.")
  } catch (error) {
    if (error instanceof GatewayError) {
      return unknown(error.message)
    }
    throw error
  } finally {
    tooLate.abort()
  }
}

function unknown(hosted_problem: string): HostedCurrencies {
  return { hosted: null, hosted_problem }
}
