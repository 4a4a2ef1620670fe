import { useShop } from "../shop.ts"

/** Shows an error and a possible remedy. */
export function Problem({
  error,
  retry,
}: {
  error: unknown
  retry?: () => void
}) {
  const { texts } = useShop()
  return (
    <div className="notice bad" role="alert">
      <p>{error instanceof Error ? error.message : texts.failed}</p>
      {retry && (
        <button type="button" onClick={retry}>
          {texts.retry}
        </button>
      )}
    </div>
  )
}
