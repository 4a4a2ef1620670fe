import { payment } from "../../../../../ledger/__tests__/samples"
import { pollAfter } from "../poll-after"

const NOW = new Date("2026-11-21T10:00:00.000Z")
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

it.each([
  ["just started", { created_at: NOW }, 1_200],
  ["started by a clock ahead", { created_at: ago(-1) }, 1_200],
  ["started 2 minutes ago", { created_at: ago(2) }, 8_000],
  ["started 10 minutes ago", { created_at: ago(10) }, 20_000],
  ["started days ago", { created_at: ago(9_999) }, 20_000],
  ["whose buyer is back", { returned_at: ago(1) }, 1_200],
  ["whose buyer came back earlier", { returned_at: ago(3) }, 8_000],
  ["paid late", { returned_at: ago(30), paid_at: ago(1) }, 1_200],
  ["paid, and under review for long", { paid_at: ago(60) }, 20_000],
  ["that is final", { paid_at: NOW, final: true }, 60_000],
])("a payment %s (%j) is read again after %d ms", (_, changes, ms) => {
  const { created_at, returned_at, paid_at } = payment({
    created_at: ago(60),
    ...changes,
  })
  const final = "final" in changes
  const times = { created_at, returned_at, paid_at, final }
  expect(pollAfter(times, NOW)).toBe(ms)
})
