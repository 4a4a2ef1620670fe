import { check } from "../check"

export const exceptions = check("exceptions", async ({ stablecoin }) => {
  const [, count] = await stablecoin.listAndCountStablecoinExceptions(
    { status: "open" },
    { take: 1, select: ["id"] }
  )
  return count
    ? {
        status: "warning",
        code: "open",
        params: { count },
        message: `${count} ${count === 1 ? "question" : "questions"} about money ${count === 1 ? "waits" : "wait"} for a person.`,
        remedy: "Answer under Stablecoin payments → Exceptions.",
      }
    : {
        status: "ok",
        code: "none",
        message: "No question about money waits for a person.",
      }
})
