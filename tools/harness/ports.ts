import { freePort, isFree } from "./free-port"

/** The ports of the demo, and those that other programs use. */
export type Ports = { store: number; shop: number; taken: number[] }

const STORE = 9000
const SHOP = 8000
/** The demo's shop, next to a storefront on its usual port. */
const SHOP_BESIDE = 8010

/**
 * Selects the usual ports, or any free ones where another program uses them.
 *
 * @param storefront the origin of the user's storefront, which may start later
 */
export async function selectPorts(storefront: string | null): Promise<Ports> {
  const reserved = storefront ? Number(new URL(storefront).port) : 0
  const taken: number[] = []
  const portOr = async (preferred: number): Promise<number> => {
    if (preferred !== reserved && (await isFree(preferred))) {
      return preferred
    }
    if (preferred !== reserved) {
      taken.push(preferred)
    }
    return await freePort()
  }
  const store = await portOr(STORE)
  const shop = await portOr(reserved === SHOP ? SHOP_BESIDE : SHOP)
  return { store, shop, taken }
}
