import { isIPv6 } from "node:net"

/**
 * Names a client by its address. An IPv6 client has a network of 64 bits to
 * itself, and could use another address of it for each request.
 */
export function clientOf(address = ""): string {
  if (!isIPv6(address) || address.includes(".")) {
    return address
  }
  const [head = "", tail] = address.split("::")
  const first = groupsOf(head)
  const last = groupsOf(tail ?? "")
  const zeros = Array<string>(8 - first.length - last.length).fill("0")
  return [...first, ...zeros, ...last].slice(0, 4).join(":")
}

function groupsOf(text: string): string[] {
  return text
    .split(":")
    .filter(Boolean)
    .map((group) => Number.parseInt(group, 16).toString(16))
}
