import { describeCurrencies, GatewayError } from "../../../gateway"
import type { AdminCurrenciesResponse } from "../../../http-types"
import { withTimeout } from "../../../shared/with-timeout"
import type { GatewayClients } from "./gateway-clients"
import type { Settings } from "../settings/settings"

type HostedCurrencies = Pick<
  AdminCurrenciesResponse["currencies"],
  "hosted" | "hosted_problem"
>

/** The admin page waits for the response. */
const TIMEOUT_MS = 9_000

/** Currencies that the hosted checkout lists now, or why they are unknown. */
export async function hostedCurrencies(
  { hosted }: Settings,
  gateway: GatewayClients
): Promise<HostedCurrencies> {
  if (!hosted.ok) {
    return unknown(hosted.problems.join(" "))
  }
  try {
    const listed = await withTimeout(
      gateway.hosted(hosted.value).listCurrencies(),
      TIMEOUT_MS,
      () => "timeout" as const
    )
    if (listed === "timeout") {
      return unknown(
        `The gateway did not list its currencies within ${TIMEOUT_MS / 1000} seconds: try again later.`
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
  }
}

function unknown(hosted_problem: string): HostedCurrencies {
  return { hosted: null, hosted_problem }
}
