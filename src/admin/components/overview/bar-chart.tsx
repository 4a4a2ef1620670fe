import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { useFormat } from "../../lib/use-format"
import { colorOf } from "./group-look"
import { stackBars } from "./stacked-bars"
import type { Overview } from "./use-overview"

type BarChartProps = {
  overview: Overview
  /** Index of the chosen day; null for the whole period. */
  chosen: number | null
  onChoose: (index: number | null) => void
  /** The shown amounts, for screen readers. */
  spoken: string
}

/**
 * A bar for each day. A slider lies over the plot, so that a day can be chosen
 * with the pointer, by touch and by keyboard alike.
 */
export function BarChart({
  overview,
  chosen,
  onChoose,
  spoken,
}: BarChartProps) {
  const { t } = useTranslation("stablecoin")
  const { compact, date: formatDay } = useFormat()
  const { received, groups, by } = overview
  const { bars, ticks, dates } = useMemo(
    () =>
      stackBars(
        received,
        groups.map(({ key }) => key)
      ),
    [received, groups]
  )
  const last = bars.length - 1
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 px-6 py-4">
      <div
        aria-hidden
        className="txt-compact-xsmall text-ui-fg-subtle relative"
      >
        {ticks.map(({ value, y }) => (
          <span key={value} className="block h-0">
            <span className="invisible">{compact(value)}</span>
            <span
              className="absolute right-0 -translate-y-1/2"
              style={{ top: `${y}%` }}
            >
              {compact(value)}
            </span>
          </span>
        ))}
      </div>
      <div className="relative h-56">
        <input
          type="range"
          aria-label={t("overview.received.chart")}
          aria-valuetext={spoken}
          min={0}
          max={last}
          value={chosen ?? last}
          onChange={(event) => onChoose(Number(event.target.value))}
          onBlur={() => onChoose(null)}
          onPointerMove={({ currentTarget, clientX, pointerType }) => {
            // A finger moves the slider itself.
            if (pointerType !== "mouse") {
              return
            }
            const { left, width } = currentTarget.getBoundingClientRect()
            const share = (clientX - left) / width
            const over = Math.floor(share * bars.length)
            onChoose(Math.min(last, Math.max(0, over)))
          }}
          onPointerLeave={({ pointerType }) => {
            if (pointerType === "mouse") {
              onChoose(null)
            }
          }}
          className="peer absolute inset-0 z-10 m-0 h-full w-full cursor-crosshair opacity-0"
        />
        <svg
          aria-hidden
          className="peer-focus-visible:shadow-borders-focus absolute inset-0 h-full w-full overflow-visible rounded-sm"
        >
          {ticks.map(({ value, y }) => (
            <line
              key={value}
              x1="0%"
              x2="100%"
              y1={`${y}%`}
              y2={`${y}%`}
              stroke="var(--border-base)"
            />
          ))}
          {bars.map(({ date, x, width, parts }, index) => (
            <g
              key={date}
              opacity={chosen === null || chosen === index ? 1 : 0.4}
            >
              {parts.map(({ key, y, height }) => (
                <rect
                  key={key}
                  x={`${x}%`}
                  width={`${width}%`}
                  y={`${y}%`}
                  height={`${height}%`}
                  fill={colorOf(by, key)}
                  rx={1}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <div
        aria-hidden
        className="txt-compact-xsmall text-ui-fg-subtle relative col-start-2 mt-2 h-4"
      >
        {dates.map(({ date, x }) => (
          <span
            key={date}
            className="absolute -translate-x-1/2 whitespace-nowrap"
            style={{ left: `${x}%` }}
          >
            {formatDay(date, { day: "numeric", month: "short" })}
          </span>
        ))}
      </div>
    </div>
  )
}
