import packageJson from "../../package.json"
import { missingFields } from "./entrypoints"

it("has what npm asks of a package that is published with provenance", () => {
  const name = "medusa-payment-stablecoin"
  const publishConfig = { provenance: true }
  const repository = { url: "git+https://example.com/stablecoin.git" }
  expect(missingFields({ name, publishConfig })).toEqual([
    expect.stringContaining("Add the repository's URL"),
  ])
  expect(missingFields({ name, publishConfig, repository })).toEqual([])
  expect(missingFields(packageJson)).toEqual([])
})
