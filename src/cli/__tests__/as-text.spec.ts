import { asText } from "../doctor/as-text"

it("says one line for each check, and below it what to do, where there is something to do", () => {
  const text = asText({
    status: "look",
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
        status: "look",
        code: "open",
        params: { count: 1 },
        message: "1 question waits.",
        remedy: "Answer it.",
      },
    ],
  })
  expect(text).toBe(
    [
      "ok      locking             Locks are kept in memory.",
      "look    exceptions          1 question waits.",
      "                            → Answer it.",
      "",
      "It works, and a person should see to what is marked look.",
    ].join("\n")
  )
})
