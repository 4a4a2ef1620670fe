import { check, ok, warning } from "../check"

export const exceptions = check("exceptions", async ({ stablecoin }) => {
  const [, count] = await stablecoin.listAndCountStablecoinExceptions(
    { status: "open" },
    { take: 1, select: ["id"] }
  )
  return count ? warning("open", { count }) : ok("none")
})
