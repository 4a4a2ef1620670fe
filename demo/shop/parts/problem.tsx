/** Shows an error and a possible remedy. */
export function Problem({
  error,
  retry,
}: {
  error: unknown
  retry?: () => void
}) {
  return (
    <div className="notice bad" role="alert">
      <p>{error instanceof Error ? error.message : "That did not work."}</p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}
