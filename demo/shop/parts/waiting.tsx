/** Shown while data is loading. */
export function Waiting() {
  return (
    <p className="waiting" role="status">
      One moment…
    </p>
  )
}
