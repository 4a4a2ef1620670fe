/** What is shown while something is read. */
export function Waiting() {
  return (
    <p className="waiting" role="status">
      One moment…
    </p>
  )
}
