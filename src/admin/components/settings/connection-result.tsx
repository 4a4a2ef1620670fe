import { Alert, Text } from "@medusajs/ui"
import type { AdminConnectionTest } from "../../../http-types"
import { useMessage } from "../../lib/use-message"
import { useTexts } from "../../lib/use-texts"
import { HostedCurrencies } from "./hosted-currencies"

type Good = Extract<AdminConnectionTest, { ok: true }>
type Bad = Extract<AdminConnectionTest, { ok: false }>

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
  const message = useMessage()
  return (
    <>
      <div role="status" className="w-full">
        {data?.ok === true && <Connected test={data} />}
        {data?.ok === false && <Refused test={data} />}
      </div>
      {error && (
        <Alert variant="error" role="alert">
          {message(error)}
        </Alert>
      )}
    </>
  )
}

function Connected({ test }: { test: Good }) {
  const { t, dateTime } = useTexts()
  const clock = useClockSentence()
  return (
    <Alert variant="success">
      <Text size="small" leading="compact" weight="plus">
        {t("settings.test.good", { mode: test.mode })}
      </Text>
      <ul className="mt-1 flex list-disc flex-col gap-y-1 pl-4">
        {test.sandbox && <li>{t("settings.mode.sandbox.text")}</li>}
        {test.expires_at && (
          <li>
            {t("settings.test.expires", { date: dateTime(test.expires_at) })}
          </li>
        )}
        <li>{clock(test.clock_skew_ms)}</li>
        {test.currencies && (
          <li>
            {t("settings.test.currencies")}
            <HostedCurrencies currencies={test.currencies} />
          </li>
        )}
      </ul>
    </Alert>
  )
}

function Refused({ test }: { test: Bad }) {
  const { t } = useTexts()
  return (
    <Alert variant="error">
      <Text size="small" leading="compact" weight="plus">
        {t("settings.test.bad")}
      </Text>
      <p className="mt-1">{test.message}</p>
      <p className="mt-1">
        <strong className="txt-compact-small-plus">
          {t("settings.test.remedy")}
        </strong>{" "}
        {test.remedy}
      </p>
    </Alert>
  )
}

/** The clock difference in milliseconds above which it is mentioned. */
const IN_STEP_MS = 2000

function useClockSentence() {
  const { t, count } = useTexts()
  return (skew: number | null): string => {
    if (skew === null) {
      return t("settings.test.clockUnknown")
    }
    if (Math.abs(skew) < IN_STEP_MS) {
      return t("settings.test.clockInStep")
    }
    const seconds = count(Math.round(Math.abs(skew) / 1000))
    return skew > 0
      ? t("settings.test.clockAhead", { seconds })
      : t("settings.test.clockBehind", { seconds })
  }
}
