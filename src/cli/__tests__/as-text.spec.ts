import { asText } from "../doctor"

it("prints one line for each check, and its remedy below if it needs one", () => {
  const text = asText({
    status: "warning",
    checked_at: "2026-01-01T00:00:00.000Z",
    checks: [
      {
        id: "locking",
        status: "ok",
        code: "in_memory",
        params: {},
        message: "Locks are kept in memory.",
        remedy: "Use Redis.",
      },
      {
        id: "exceptions",
        status: "warning",
        code: "open",
        params: { count: 1 },
        message: "1 exception is open.",
        remedy: "Resolve it.",
      },
    ],
  })
  expect(text).toBe(
    [
      "ok       locking             Locks are kept in memory.",
      "warning  exceptions          1 exception is open.",
      "                             → Resolve it.",
      "",
      "Payments work. Check what is marked warning.",
    ].join("\n")
  )
})
