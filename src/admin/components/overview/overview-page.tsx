import { clx, Container } from "@medusajs/ui"
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
import { useTexts } from "../../lib/use-texts"
import { Choice } from "../field"
import { Loaded } from "../query-states"
import { Strip } from "../mode-strip"
import { PageHeader, TwoColumns } from "../section"
import { Attention, Fees, KeyFigures, type Overview } from "./figures"
import { ReceivedMoney } from "./received-money"

const A_MINUTE = 60_000

type OverviewChoice = Pick<AdminOverviewParams, "days" | "by" | "mode">

/**
 * The section's first page: how stablecoins do, and what needs attention. The
 * period, grouping and mode are in the URL, so that it can be shared. Without a
 * choice the store decides.
 */
export function OverviewPage() {
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
  const choose = (choice: OverviewChoice) =>
    setParams((current) => withParams(current, choice), { replace: true })
  const overview = request.data?.overview
  return (
    <div className="flex flex-col gap-y-3">
      <OverviewHeader overview={overview} choose={choose} />
      <TwoColumns
        main={
          <Loaded query={request}>
            {({ overview }) => (
              <div
                aria-busy={request.isPlaceholderData}
                className={clx(
                  "flex flex-col gap-y-3 transition-opacity",
                  request.isPlaceholderData && "opacity-60"
                )}
              >
                <KeyFigures overview={overview} />
                <ReceivedMoney
                  overview={overview}
                  onGroup={(by) => choose({ by })}
                />
              </div>
            )}
          </Loaded>
        }
        side={
          <>
            <Attention />
            {overview && <Fees fees={overview.fees} />}
          </>
        }
      />
    </div>
  )
}

type OverviewHeaderProps = {
  overview: Overview | undefined
  choose: (choice: OverviewChoice) => void
}

function OverviewHeader({ overview, choose }: OverviewHeaderProps) {
  const { t } = useTexts()
  return (
    <Container className="overflow-hidden p-0">
      <PageHeader title={t("overview.title")} text={t("overview.text")}>
        {overview && (
          <div className="flex items-center gap-x-2">
            <Choice
              label={t("common.fields.mode")}
              value={overview.mode}
              values={OVERVIEW_MODES}
              nameOf={(mode) => t(`common.mode.${mode}`)}
              className="w-auto gap-x-2"
              onChange={(mode) => choose({ mode })}
            />
            <Choice
              label={t("overview.period")}
              value={overview.days}
              values={OVERVIEW_DAYS}
              nameOf={(days) => t("overview.days", { days })}
              className="w-auto gap-x-2"
              onChange={(days) => choose({ days })}
            />
          </div>
        )}
      </PageHeader>
      {overview?.mode === "test" && (
        <Strip kind="test" name={t("common.mode.test")}>
          {t("overview.testMoney")}
        </Strip>
      )}
    </Container>
  )
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
