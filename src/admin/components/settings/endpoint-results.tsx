import { Alert, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminEndpointTest } from "../../../http-types"
import { useEndpointProblem } from "../../lib/use-endpoint-problem"
import { useFormat } from "../../lib/use-format"

/** The results of testing endpoints, announced to screen readers. */
export function EndpointResults({
  tests = [],
}: {
  tests: AdminEndpointTest[] | undefined
}) {
  return (
    <div role="status" className="flex w-full flex-col gap-y-3">
      {tests.map((test, index) => (
        <Result key={index} test={test} />
      ))}
    </div>
  )
}

function Result({ test }: { test: AdminEndpointTest }) {
  const { t } = useTranslation("stablecoin")
  const problemText = useEndpointProblem()
  const facts = useFacts(test)
  const { ok, host, problems } = test
  const variant = ok ? (problems.length ? "warning" : "success") : "error"
  return (
    <Alert variant={variant}>
      <Text size="small" leading="compact" weight="plus" className="break-all">
        {t(`settings.endpoints.result.${ok ? "good" : "bad"}`, { host })}
      </Text>
      {facts.length > 0 && (
        <ul className="mt-1 flex list-disc flex-col gap-y-1 pl-4">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {problems.map((problem, index) => {
        const { message, remedy } = problemText(problem)
        return (
          <div key={index} className="mt-2 break-words">
            <p>{message}</p>
            <p className="mt-1">
              <strong className="txt-compact-small-plus">
                {t("settings.test.remedy")}
              </strong>{" "}
              {remedy}
            </p>
          </div>
        )
      })}
    </Alert>
  )
}

/** The known properties of an endpoint, in sentences. */
function useFacts({
  evm_chain_id,
  head,
  finalized,
  log_range,
  coins,
}: AdminEndpointTest): string[] {
  const { t } = useTranslation("stablecoin")
  const { count } = useFormat()
  const facts = "settings.endpoints.result"
  return [
    evm_chain_id !== null && t(`${facts}.chain`, { id: evm_chain_id }),
    head &&
      t(`${facts}.head`, {
        block: count(head.number),
        seconds: count(head.age_seconds),
      }),
    finalized !== null && t(`${facts}.finalized`, { block: count(finalized) }),
    log_range !== null && t(`${facts}.logs`, { blocks: count(log_range) }),
    ...coins.map(
      ({ coin, symbol, decimals }) =>
        symbol !== null &&
        decimals !== null &&
        t(`${facts}.coin`, { coin, symbol, decimals })
    ),
  ].filter((fact) => typeof fact === "string")
}
