/**
 * Names the vendor of an endpoint. Vendors have a subdomain for each network,
 * and one limit for all of them.
 */
export function vendorOf(url: string): string {
  return new URL(url).host.split(".").slice(-2).join(".")
}
