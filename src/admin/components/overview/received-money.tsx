import { clx, Tabs, Text } from "@medusajs/ui"
import { useState } from "react"
import {
  type AdminReceivedAmount,
  OVERVIEW_GROUPS,
  type OverviewGroup,
} from "../../../http-types"
import { useTexts } from "../../lib/use-texts"
import { CHAINS, STABLECOINS } from "../../lib/words"
import { networkName } from "../code-text"
import { AdminLink } from "../links"
import { Note, Section } from "../section"
import type { Overview } from "./figures"
import { roundTicks } from "./round-ticks"

type ReceivedMoneyProps = {
  overview: Overview
  onGroup: (by: OverviewGroup) => void
}

/** The money received by day, as a chart and as figures. */
export function ReceivedMoney({ overview, onGroup }: ReceivedMoneyProps) {
  const { t } = useTexts()
  const { by, groups, timezone } = overview
  const nameOf = (key: string | null) =>
    key === null
      ? t("overview.received.unknownNetwork")
      : by === "currency"
        ? key
        : networkName(key)
  return (
    <Tabs
      value={by}
      onValueChange={(value) =>
        onGroup(value === "chain" ? "chain" : "currency")
      }
    >
      <Section
        title={t("overview.received.title")}
        actions={
          <Tabs.List aria-label={t("overview.received.by")}>
            {OVERVIEW_GROUPS.map((group) => (
              <Tabs.Trigger key={group} value={group}>
                {t(`overview.received.${group}`)}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        }
      >
        <Tabs.Content value={by} className="divide-y">
          {groups.length === 0 ? (
            <Note>{t("overview.received.empty")}</Note>
          ) : (
            <ReceivedChart key={by} overview={overview} nameOf={nameOf} />
          )}
          <NotShownMoney sums={overview.not_shown} />
          <Text size="small" className="text-ui-fg-subtle px-6 py-3">
            {t("overview.received.zone", { timezone })}
          </Text>
        </Tabs.Content>
      </Section>
    </Tabs>
  )
}

const FILTER = encodeURIComponent(JSON.stringify(["not_found", "contradicted"]))

/** A warning about received money that the network does not show. */
function NotShownMoney({ sums }: { sums: Overview["not_shown"] }) {
  const { t, coins, list } = useTexts()
  return sums.length > 0 ? (
    <div className="bg-ui-tag-orange-bg flex flex-wrap items-center justify-between gap-2 px-6 py-3">
      <Text size="small" className="text-ui-tag-orange-text">
        {t("overview.received.notShown", {
          sums: list(sums.map((sum) => coins(sum.amount, sum.currency))),
        })}
      </Text>
      <AdminLink to={`/stablecoin/payments?proof_status=${FILTER}`}>
        {t("overview.received.notShownPayments")}
      </AdminLink>
    </div>
  ) : null
}

/**
 * Colors of Medusa's UI that differ from each other in both themes. A coin or
 * network always has the same one.
 */
const COLORS = [
  "var(--tag-green-icon)",
  "var(--tag-blue-icon)",
  "var(--tag-purple-icon)",
  "var(--tag-orange-icon)",
  "var(--tag-red-icon)",
  "var(--tag-blue-text)",
]
const OTHER = "var(--tag-neutral-icon)"

/** As many dates as fit in a phone's width. */
const MOST_DATES = 5

type ReceivedChartProps = {
  overview: Overview
  nameOf: (key: string | null) => string
}

/**
 * A bar for each day, and the amounts of the chosen day or of the whole period.
 * A slider lies over the bars, so that a day can be chosen with the pointer, by
 * touch and by keyboard alike.
 */
export function ReceivedChart({ overview, nameOf }: ReceivedChartProps) {
  const { t, amount: format, date: formatDay } = useTexts()
  const [index, setIndex] = useState<number | null>(null)
  const { by, days, groups, received } = overview
  // Another period may be shorter.
  const day = index === null ? undefined : received[index]
  const title = day
    ? formatDay(day.date, { dateStyle: "full" })
    : t("overview.days", { days })
  const shown = day?.amounts ?? groups
  const last = received.length - 1
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-6 py-3">
        <Text size="small" weight="plus" className="w-full md:w-auto">
          {title}
        </Text>
        {groups.map(({ key }) => (
          <Text key={key} size="small" className="flex items-center gap-x-2">
            <span
              aria-hidden
              className="size-2.5 rounded-sm"
              style={{ background: colorOf(by, key) }}
            />
            <span>{nameOf(key)}</span>
            <span className="text-ui-fg-subtle tabular-nums">
              {format(amountOf(shown, key))}
            </span>
          </Text>
        ))}
      </div>
      <div className="py-8 pl-16 pr-6">
        <div className="relative h-56">
          <input
            type="range"
            aria-label={t("overview.received.chart")}
            aria-valuetext={[
              title,
              ...shown.map(
                ({ key, amount }) => `${nameOf(key)} ${format(amount)}`
              ),
            ].join(", ")}
            min={0}
            max={last}
            value={day ? index! : last}
            onChange={(event) => setIndex(Number(event.target.value))}
            onBlur={() => setIndex(null)}
            className="peer absolute inset-0 z-10 m-0 h-full w-full cursor-crosshair opacity-0"
          />
          <Bars overview={overview} chosen={day ? index : null} />
        </div>
      </div>
    </>
  )
}

type BarsProps = { overview: Overview; chosen: number | null }

function Bars({ overview: { by, groups, received }, chosen }: BarsProps) {
  const { compact, date: formatDay } = useTexts()
  // Numbers are for drawing only.
  const ticks = roundTicks(Math.max(...received.map(({ total }) => +total)))
  const top = ticks.at(-1)!
  const every = Math.ceil(received.length / MOST_DATES)
  return (
    <div
      aria-hidden
      className="txt-compact-xsmall text-ui-fg-subtle peer-focus-visible:shadow-borders-focus h-full rounded-sm"
    >
      {ticks.map((value) => (
        <div
          key={value}
          className="border-ui-border-base absolute inset-x-0 border-t"
          style={{ bottom: `${(value / top) * 100}%` }}
        >
          <span className="absolute right-full mr-2 -translate-y-1/2">
            {compact(value)}
          </span>
        </div>
      ))}
      <div className="relative flex h-full">
        {received.map(({ date, amounts }, index) => (
          <div
            key={date}
            className="relative flex flex-1 flex-col-reverse px-[1px] md:px-[2px]"
          >
            {groups.map(({ key }) => (
              <div
                key={key}
                className={clx(
                  chosen !== null && chosen !== index && "opacity-40"
                )}
                style={{
                  height: `${(+amountOf(amounts, key) / top) * 100}%`,
                  background: colorOf(by, key),
                }}
              />
            ))}
            {/* Counted back from today, which is always named. */}
            {(received.length - 1 - index) % every === 0 && (
              <span className="absolute -bottom-5 right-0 whitespace-nowrap">
                {formatDay(date, { day: "numeric", month: "short" })}
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

function amountOf(
  amounts: readonly AdminReceivedAmount[],
  key: string | null
): string {
  return amounts.find((each) => each.key === key)?.amount ?? "0"
}

/** A CSS color. */
function colorOf(by: OverviewGroup, key: string | null): string {
  const known: readonly string[] = by === "currency" ? STABLECOINS : CHAINS
  return COLORS[key === null ? -1 : known.indexOf(key)] ?? OTHER
}
