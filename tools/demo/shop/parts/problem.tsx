import { useShop } from "../shop.ts"
import type { Texts } from "../texts/en.ts"

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
      <p>{messageOf(error, texts)}</p>
      {retry && (
        <button type="button" onClick={retry}>
          {texts.retry}
        </button>
      )}
    </div>
  )
}

function messageOf(error: unknown, texts: Texts): string {
  // A fetch without any response.
  if (error instanceof TypeError) {
    return texts.unreachable
  }
  return error instanceof Error ? error.message : texts.failed
}
