import { vendorOf } from "../vendor-of"

it("takes the networks of one vendor for one, and two vendors for two", () => {
  const polygon = vendorOf("https://polygon-mainnet.g.rpc.example/v2/key")
  expect(vendorOf("https://base-mainnet.g.rpc.example/v2/key")).toBe(polygon)
  expect(vendorOf("https://rpc.other.example/key")).not.toBe(polygon)
})

it("takes two ports of a developer's machine for two", () => {
  const node = vendorOf("http://127.0.0.1:8545")
  expect(vendorOf("http://127.0.0.1:8546")).not.toBe(node)
})
