import { Heading } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { CopyButton } from "../copy-button"

/** A webhook's body, laid out to be read, and copied exactly as signed. */
export function Payload({ body }: { body: string }) {
  const { t } = useTranslation("stablecoin")
  const pretty = prettyOf(body)
  const what = t("webhooks.payload")
  return (
    <section className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex items-center gap-x-1">
        <Heading level="h2">{what}</Heading>
        <CopyButton text={body} what={what} />
      </div>
      {pretty === null && (
        <p className="txt-small text-ui-fg-subtle">{t("webhooks.notJson")}</p>
      )}
      {/* A scrollable element must be reachable by keyboard. */}
      <pre
        tabIndex={0}
        aria-label={what}
        className="bg-ui-bg-subtle txt-compact-small text-ui-fg-base focus-visible:shadow-borders-focus max-h-96 overflow-auto whitespace-pre-wrap break-all rounded-md border p-3 font-mono outline-none"
      >
        {pretty ?? body}
      </pre>
    </section>
  )
}

/**
 * JSON over several lines; null for other text. JSON that JavaScript would write
 * differently, such as the number 10.50, stays as it was signed.
 */
function prettyOf(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text
      ? JSON.stringify(value, null, 2)
      : text
  } catch {
    return null
  }
}
