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
        message: `${count} ${count === 1 ? "exception or refund is" : "exceptions and refunds are"} open.`,
        remedy:
          "Resolve or send them under Stablecoin payments → Exceptions, and Refunds.",
      }
    : {
        status: "ok",
        code: "none",
        message: "No exception is open.",
      }
})
