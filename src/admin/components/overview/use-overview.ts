import { keepPreviousData } from "@tanstack/react-query"
import { useSearchParams } from "react-router-dom"
import {
  type AdminOverviewParams,
  type AdminOverviewResponse,
  OVERVIEW_DAYS,
  OVERVIEW_GROUPS,
  OVERVIEW_MODES,
} from "../../../http-types"
import { useRead } from "../../lib/read"
import { withParams } from "../../lib/url-params"

const A_MINUTE = 60_000

export type Overview = AdminOverviewResponse["overview"]

type Choice = Pick<AdminOverviewParams, "days" | "by" | "mode">

/**
 * The overview as chosen in the URL, so that it can be shared. Without a choice
 * the store decides.
 */
export function useOverview() {
  const [params, setParams] = useSearchParams()
  const query: AdminOverviewParams = {
    days: oneOf(OVERVIEW_DAYS, params.get("days")),
    by: oneOf(OVERVIEW_GROUPS, params.get("by")),
    mode: oneOf(OVERVIEW_MODES, params.get("mode")),
    timezone: timeZone(),
  }
  const request = useRead<AdminOverviewResponse>("/admin/stablecoin/overview", {
    query,
    placeholderData: keepPreviousData,
    staleTime: A_MINUTE,
  })
  const choose = (choice: Choice) =>
    setParams((current) => withParams(current, choice), { replace: true })
  return { request, choose }
}

function oneOf<T extends string | number>(
  allowed: readonly T[],
  text: string | null
): T | undefined {
  return allowed.find((value) => String(value) === text)
}

/** The browser's time zone, unless it has no place's name. */
function timeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const isPlace = timeZone.includes("/") && timeZone !== "Etc/Unknown"
  return isPlace ? timeZone : "UTC"
}
