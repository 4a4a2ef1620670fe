type Named = { orderNo: string | null; checkoutToken: string }

/** The names by which an entry can be found. */
export type EntryName = { id?: string; token?: string; orderNo?: string }

/** Finds entries by id, token or order number without a scan. */
export class EntryIndex<Entry extends Named> {
  private readonly byId = new Map<string, Entry>()
  private readonly byToken = new Map<string, Entry>()
  private readonly byOrderNo = new Map<string, Entry[]>()

  add(id: string, entry: Entry): void {
    this.byId.set(id, entry)
    this.byToken.set(entry.checkoutToken, entry)
    if (entry.orderNo !== null) {
      const alike = this.byOrderNo.get(entry.orderNo) ?? []
      alike.push(entry)
      this.byOrderNo.set(entry.orderNo, alike)
    }
  }

  ofId(id: string): Entry | undefined {
    return this.byId.get(id)
  }

  ofToken(token: string): Entry | undefined {
    return this.byToken.get(token)
  }

  /**
   * All entries with that name, oldest first: an order number may be reused.
   */
  named({ id = "", token = "", orderNo = "" }: EntryName): Entry[] {
    const one = this.ofId(id.toLowerCase()) ?? this.ofToken(token)
    return one ? [one] : [...(this.byOrderNo.get(orderNo) ?? [])]
  }
}
