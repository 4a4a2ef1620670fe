import { useTexts } from "../lib/use-texts"

/** The time since a date, and the date on hover. */
export function Age({ at }: { at: string }) {
  const { ago, dateTime } = useTexts()
  return (
    <time dateTime={at} title={dateTime(at)}>
      {ago(at)}
    </time>
  )
}
