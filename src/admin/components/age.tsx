import { useFormat } from "../lib/use-format"
import { useRelativeTime } from "../lib/use-relative-time"

/** The time since a date, and the date on hover. */
export function Age({ at }: { at: string }) {
  const { dateTime } = useFormat()
  const ago = useRelativeTime()
  return (
    <time dateTime={at} title={dateTime(at)}>
      {ago(at)}
    </time>
  )
}
