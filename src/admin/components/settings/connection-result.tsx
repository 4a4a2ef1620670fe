import { Alert } from "@medusajs/ui"
import type { GatewayCurrency } from "../../../gateway/schemas/merchant-checkout"
import type { AdminConnectionTest } from "../../../http-types"
import { useFindings } from "../../lib/use-findings"
import { useTexts } from "../../lib/use-texts"
import { modeText } from "../../lib/words"

type ConnectionResultProps = {
  test: { data?: AdminConnectionTest; error: Error | null }
}

/**
 * The result of the connection test, announced to screen readers, or why it
 * could not be made.
 */
export function ConnectionResult({
  test: { data, error },
}: ConnectionResultProps) {
  const { errorText } = useTexts()
  return (
    <>
      <div role="status" className="w-full">
        {data && <TestResult test={data} />}
      </div>
      {error && (
        <Alert variant="error" role="alert">
          {errorText(error)}
        </Alert>
      )}
    </>
  )
}

function TestResult({ test }: { test: AdminConnectionTest }) {
  const { t, dateTime } = useTexts()
  const found = useFindings()
  if (!test.ok) {
    const params = { detail: test.message }
    const { message, remedy } = found({ ...test, id: "credentials", params })
    return (
      <Alert variant="error">
        <p className="txt-compact-small-plus">{t("settings.test.bad")}</p>
        <p className="mt-1">{message}</p>
        <p className="mt-1">
          <strong className="txt-compact-small-plus">
            {t("settings.test.remedy")}
          </strong>{" "}
          {remedy}
        </p>
      </Alert>
    )
  }
  const { mode, sandbox, expires_at, currencies } = test
  return (
    <Alert variant="success">
      <p className="txt-compact-small-plus">
        {t("settings.test.good", { mode: modeText(t, mode) })}
      </p>
      <ul className="mt-1 flex list-disc flex-col gap-y-1 pl-4">
        {sandbox && <li>{t("settings.mode.sandbox.text")}</li>}
        {expires_at && (
          <li>{t("settings.test.expires", { date: dateTime(expires_at) })}</li>
        )}
        {currencies && (
          <li>
            {t("settings.test.currencies")}
            <HostedCurrencies currencies={currencies} />
          </li>
        )}
      </ul>
    </Alert>
  )
}

type HostedCurrenciesProps = { currencies: GatewayCurrency[] }

/**
 * The coins that the hosted checkout accepts, each with the methods that a
 * buyer may choose.
 */
export function HostedCurrencies({ currencies }: HostedCurrenciesProps) {
  return (
    <ul className="flex flex-col gap-y-1">
      {currencies.map(({ code, methods }) => (
        <li key={code}>
          <span className="txt-compact-small-plus">{code}</span>
          {methods.length > 0 &&
            `: ${methods.map(({ display_name }) => display_name).join(", ")}`}
        </li>
      ))}
    </ul>
  )
}
