/** Prefix by which the contract marks a merchant's sandbox credentials. */
const TEST_CLIENT = /^test_/

/** @returns `test` for credentials that move no funds */
export function modeOfClient(clientId: string): "test" | "live" {
  return TEST_CLIENT.test(clientId) ? "test" : "live"
}
