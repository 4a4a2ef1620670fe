import { clx, Container } from "@medusajs/ui"
import { LoadError, SectionSkeleton } from "../query-states"
import { TwoColumns } from "../two-columns"
import { Attention } from "./attention"
import { Fees } from "./fees"
import { KeyFigures } from "./key-figures"
import { OverviewHeader } from "./overview-header"
import { ReceivedMoney } from "./received-money"
import { useOverview } from "./use-overview"

/** The section's first page: how stablecoins do, and what needs attention. */
export function OverviewPage() {
  const { request, choose } = useOverview()
  const { data, error, isPlaceholderData, refetch } = request
  const overview = data?.overview
  return (
    <div className="flex flex-col gap-y-3">
      <OverviewHeader overview={overview} choose={choose} />
      <TwoColumns
        main={
          overview ? (
            <div
              aria-busy={isPlaceholderData}
              className={clx(
                "flex flex-col gap-y-3 transition-opacity",
                isPlaceholderData && "opacity-60"
              )}
            >
              <KeyFigures overview={overview} />
              <ReceivedMoney
                overview={overview}
                onGroup={(by) => choose({ by })}
              />
            </div>
          ) : error ? (
            <Container className="p-0">
              <LoadError error={error} onRetry={() => void refetch()} />
            </Container>
          ) : (
            <>
              <SectionSkeleton rows={1} />
              <SectionSkeleton rows={4} />
            </>
          )
        }
        side={
          <>
            <Attention />
            {overview && <Fees fees={overview.fees} />}
          </>
        }
      />
    </div>
  )
}
