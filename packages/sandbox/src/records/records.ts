type Named = { orderNo: string | null; checkoutToken: string }

/** The names by which a payment can be found. */
type EntryName = { id?: string; token?: string; orderNo?: string }

/** The payments of one API, found by id, token or order number. */
export abstract class Records<Entry extends Named> {
  private readonly byId = new Map<string, Entry>()
  private readonly byToken = new Map<string, Entry>()
  private readonly byOrderNo = new Map<string, Entry[]>()

  /** All of them, oldest first. */
  list(): Entry[] {
    return structuredClone([...this.byId.values()])
  }

  /** The one with an id in lower case. */
  get(id: string): Entry | undefined {
    return this.byId.get(id)
  }

  ofToken(checkoutToken: string): Entry | undefined {
    return this.byToken.get(checkoutToken)
  }

  /** All with that name, oldest first: an order number may be reused. */
  named({ id = "", token = "", orderNo = "" }: EntryName): Entry[] {
    const one = this.get(id.toLowerCase()) ?? this.ofToken(token)
    return one ? [one] : [...(this.byOrderNo.get(orderNo) ?? [])]
  }

  protected get size(): number {
    return this.byId.size
  }

  protected add(id: string, entry: Entry): void {
    this.byId.set(id, entry)
    this.byToken.set(entry.checkoutToken, entry)
    if (entry.orderNo !== null) {
      const alike = this.byOrderNo.get(entry.orderNo) ?? []
      alike.push(entry)
      this.byOrderNo.set(entry.orderNo, alike)
    }
  }
}
