import {
  DIFFERENT,
  EXACT_REASONS,
  type ExceptionDraft,
  type ExceptionResolution,
  isOfSettling,
  TRANSFER_KIND,
  traitsOf,
} from "../../index"

export type Exception = ExceptionDraft & {
  /** Its payment; null for a deposit of unknown origin. */
  of: string | null
  /** Null while it is open. `plugin`: its problem is gone. */
  resolved: { by: "merchant" | "plugin"; as: ExceptionResolution } | null
}

/** Model of src/modules/stablecoin/repository/exceptions/exceptions.ts. */
export class Exceptions {
  readonly all = new Map<string, Exception>()
  /** Exceptions that the merchant resolved, the last one at the end. */
  readonly decided: Exception[] = []

  get open(): Exception[] {
    return [...this.all.values()].filter(({ resolved }) => !resolved)
  }

  /** Exceptions that are open, or that the merchant resolved. */
  get known(): Exception[] {
    return [...this.all.values()].filter(
      ({ resolved }) => resolved?.by !== "plugin"
    )
  }

  /** About exactly what a payment waits for. */
  exactOf(id: string): Exception[] {
    return this.open.filter(
      ({ of, kind, reason }) =>
        of === id &&
        kind === TRANSFER_KIND &&
        EXACT_REASONS.some((each) => each === reason)
    )
  }

  /** Opens the one again that the merchant decided last about a deposit. */
  reopenDecided(id: string): void {
    const last = this.decided.findLast(
      ({ deposit_id, kind, resolved: how }) =>
        deposit_id === id &&
        kind !== "refund_due" &&
        how?.by === "merchant" &&
        how.as !== "retry"
    )
    if (last) {
      last.resolved = null
    }
  }

  /** A payment was paid by another transfer. */
  judgePaid(id: string): void {
    for (const exception of this.open.filter(({ of }) => of === id)) {
      const { kind, reason } = exception
      if (
        kind === TRANSFER_KIND ||
        (kind === "deposit_mismatch" &&
          DIFFERENT.some((each) => each === reason))
      ) {
        Object.assign(exception, { reason: "again" })
      }
    }
  }

  /** Opens it, also again if the plugin resolved it, or a retry did. */
  add(of: string | null, draft: ExceptionDraft): void {
    const known = this.all.get(draft.key)
    const { by, as } = known?.resolved ?? {}
    if (!known || by === "plugin" || as === "retry") {
      this.all.set(draft.key, { ...draft, of, resolved: null })
    } else if (!known.resolved && isOfSettling(traitsOf(draft))) {
      Object.assign(known.details, draft.details)
    }
    if (draft.kind === "amount_due_changed") {
      this.resolve(
        (each) =>
          each.of === of && each.kind === draft.kind && each.key !== draft.key
      )
    }
  }

  resolve(
    isOver: (exception: Exception) => boolean,
    by: "merchant" | "plugin" = "plugin",
    as: ExceptionResolution = "close"
  ): void {
    for (const exception of this.open.filter(isOver)) {
      exception.resolved = { by, as }
      if (by === "merchant") {
        this.decided.push(exception)
      }
    }
  }
}
