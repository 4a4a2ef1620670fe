import type { GatewayCurrency } from "../../../gateway/connection-test"

/**
 * The coins that the hosted checkout accepts, each with the methods that a
 * buyer may choose.
 */
export function HostedCurrencies({
  currencies,
}: {
  currencies: GatewayCurrency[]
}) {
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
