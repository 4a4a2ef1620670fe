import { clx } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useFormat } from "../../lib/use-format"

export type Tone = "good" | "bad" | "neutral"

const DOT: Record<Tone, string> = {
  good: "bg-ui-tag-green-icon",
  bad: "bg-ui-tag-red-icon",
  neutral: "bg-ui-tag-neutral-icon",
}

type TimelineItemProps = {
  tone: Tone
  title: ReactNode
  /** Who or what it came from. */
  source?: ReactNode
  at: string
  children?: ReactNode
}

/** An entry of a timeline, with its line to the next one. */
export function TimelineItem({
  tone,
  title,
  source,
  at,
  children,
}: TimelineItemProps) {
  // The entries of one purchase are within a minute.
  const { dateTimeToTheSecond } = useFormat()
  return (
    <li className="group grid grid-cols-[20px_minmax(0,1fr)] gap-x-2">
      <div aria-hidden className="flex flex-col items-center">
        <span className="bg-ui-bg-base shadow-borders-base flex size-5 items-center justify-center rounded-full">
          <span className={clx("size-1.5 rounded-full", DOT[tone])} />
        </span>
        <span className="bg-ui-border-base w-px flex-1 group-last:hidden" />
      </div>
      <div className="pb-4 group-last:pb-0">
        {/* The font's ligature would show 0x as 0×. */}
        <p
          className="txt-compact-small-plus text-ui-fg-base"
          style={{
            fontVariantLigatures: "none",
            fontFeatureSettings: "normal",
          }}
        >
          {title}
        </p>
        <p className="txt-small text-ui-fg-subtle">
          {source && <>{source} · </>}
          <time dateTime={at}>{dateTimeToTheSecond(at)}</time>
        </p>
        {children}
      </div>
    </li>
  )
}
